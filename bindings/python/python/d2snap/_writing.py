"""What makes an action one that writes: it submits a form, or says that it deletes, pays, sends …"""

import re
from typing import Optional

# Stems of words that name an act that others see or that can not be undone, by language. A word of a control's name matches
# where it begins with a stem; those of languages without spaces match anywhere.
_STEMS = {
    "en": "delet remov discard eras destroy purge pay purchas buy order checkout send submit publish post confirm book reserve "
    "transfer withdraw donat subscrib unsubscrib register sign-up apply accept approve reject cancel deactivat revoke reset "
    "save updat share invite report merge",
    "de": "lösch entfern verwerf zahl bezahl kauf bestell sende senden abschick absend veröffentlich bestätig buchen reservier überweis "
    "spend abonnier kündig registrier bewerb akzeptier genehmig ablehn storn speicher aktualisier teilen",
    "fr": "supprim effac retir pay achet command envoy publi confirm réserv transfér donner abonn désabonn inscri accept approuv "
    "refus annul enregistr valid partag postul",
    "es": "elimin borr quit pag compr pedi envi public confirm reserv transfer donar suscrib registr acept aprob rechaz cancel guard "
    "actualiz compart",
    "it": "elimin cancell rimuov pag acquist compr ordin invi pubblic conferm prenot trasfer donare iscriv registr accett approv rifiut "
    "annull salv condivid",
    "pt": "exclu apag remov pag compr encomend envi public confirm reserv transfer doar inscrev registr aceit aprov rejeit cancel salv "
    "guard compartilh",
    "nl": "verwijder wis betaal koop bestel verstuur verzend plaats bevestig boek reserveer overmak doneer abonneer registreer accepteer "
    "annuleer opslaan opzeggen",
    "pl": "usuń skasuj zapłać kup zamów wyślij opublikuj potwierdź zarezerwuj przelej subskrybuj zarejestruj akceptuj anuluj zapisz",
    "ru": "удал стер оплат плат куп закаж заказ отправ опубликов подтверд заброниров перевест подпи зарегистр приня отклон отмен сохран",
    "tr": "sil kaldır öde satın sipariş gönder yayınla onayla rezervasyon aktar abone kaydol kabul reddet iptal kaydet",
    "ar": "حذف احذف إزالة ادفع دفع شراء اشتر اطلب طلب إرسال أرسل نشر انشر تأكيد أكد حجز احجز تحويل اشترك سجل قبول رفض إلغاء حفظ",
}
_ANYWHERE = (
    "削除 消去 支払 購入 注文 送信 投稿 公開 確認 確定 予約 振込 登録 申込 申し込 承認 拒否 取消 取り消 キャンセル 保存 共有 "
    "删除 刪除 移除 支付 付款 购买 購買 下单 訂購 发送 發送 提交 发布 發布 确认 確認 预订 預訂 转账 轉帳 订阅 訂閱 注册 註冊 保存 儲存 取消 "
    "삭제 제거 결제 구매 주문 전송 보내기 제출 게시 확인 예약 이체 구독 등록 가입 취소 저장"
).split()

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WORDS = tuple(stem for stems in _STEMS.values() for stem in stems.split())
# Words that begin as one of these and are another.
_OTHERS = {"payload", "postal", "postcode", "posts", "orders", "booking", "bookmark", "books", "shares", "reports"}
# Stems that are a word of their own only.
_WHOLE = {"post", "order", "book", "sign-up", "report", "wis", "pay", "pag", "sil", "buchen", "teilen", "save", "apply", "share"}


def wording(name: str) -> Optional[str]:
    """The word of a control's name that says that it writes; None where none does."""
    for match in _WORD.finditer(name.replace("Sign up", "sign-up")):
        word = match.group().lower()
        if word in _WHOLE or (word not in _OTHERS and any(word.startswith(stem) for stem in _WORDS if stem not in _WHOLE)):
            return match.group()
    return next((part for part in _ANYWHERE if part in name), None)
