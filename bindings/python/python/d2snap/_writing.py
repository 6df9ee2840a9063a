"""What makes an action one that writes: it submits a form, or says that it deletes, pays, sends …"""

import re
import unicodedata
from typing import Optional

# Stems of words that name an act that others see or that can not be undone, by language. A word of a control's name matches
# where it begins with a stem; those of languages without spaces match anywhere.
_STEMS = {
    "en": "delet remov discard eras destroy purge pay purchas buy order checkout send submit publish post confirm book reserve "
    "transfer withdraw donat subscrib unsubscrib register sign-up apply accept approve reject cancel deactivat revoke reset "
    "save updat share invite report merge payment bid tweet reply upload trash clear agree terminat wire check-out",
    "de": "lösch entfern verwerf zahl bezahl kauf bestell sende senden abschick absend veröffentlich bestätig buchen reservier überweis "
    "spend abonnier kündig registrier bewerb akzeptier genehmig ablehn storn speicher aktualisier teilen",
    "fr": "supprim paiement regl effac retir pay achet command envoy publi confirm réserv transfér donner abonn désabonn inscri accept approuv "
    "refus annul enregistr valid partag postul",
    "es": "elimin borr quit pag compr pedi envi public confirm reserv transfer donar suscrib registr acept aprob rechaz cancel guard "
    "actualiz compart",
    "it": "elimin cancell rimuov pag acquist compr ordin invi pubblic conferm prenot trasfer donare iscriv registr accett approv rifiut "
    "annull salv condivid",
    "pt": "exclu apag remov pag compr encomend envi public confirm reserv transfer doar inscrev registr aceit aprov rejeit cancel salv "
    "guard compartilh",
    "nl": "verwijder wis wissen betalen versturen betaal koop bestel verstuur verzend plaats bevestig boek reserveer overmak doneer abonneer registreer accepteer "
    "annuleer opslaan opzeggen",
    "pl": "usuń skasuj zapłać kup zamów wyślij opublikuj potwierdź zarezerwuj przelej subskrybuj zarejestruj akceptuj anuluj zapisz",
    "ru": "удал стер оплат плат куп закаж заказ отправ опубликов подтверд заброниров перевест подпи зарегистр приня отклон отмен сохран",
    "sv": "radera betala köp beställ skicka publicera bekräfta boka",
    "da": "slet betal køb bestil send godkend",
    "fi": "poista maksa osta tilaa lähetä julkaise vahvista varaa",
    "cs": "smaz odstran zaplat koup objedn odesl zveřejn potvr rezerv",
    "hu": "töröl fizet vásárl megrendel küld közzétesz megerősít foglal",
    "ro": "șterge plătește cumpăr comand trimite public confirm rezerv",
    "uk": "видал стер оплат плат куп замов надісл відправ опублік підтверд забронюв",
    "el": "διαγραφ πληρω αγορα παραγγελ αποστολ υποβολ επιβεβαι κρατησ",
    "he": "מחק שלם תשלום קנה הזמן שלח פרסם אשר",
    "vi": "xóa mua gửi",
    "id": "hapus bayar beli kirim",
    "tr": "sil kaldır öde satın sipariş gönder yayınla onayla rezervasyon aktar abone kaydol kabul reddet iptal kaydet",
    "ar": "حذف احذف إزالة ادفع دفع شراء اشتر اطلب طلب إرسال أرسل نشر انشر تأكيد أكد حجز احجز تحويل اشترك سجل قبول رفض إلغاء حفظ",
}
_ANYWHERE = (
    "हटाएं मिटाएं भुगतान खरीदें ऑर्डर भेजें ลบ ชำระ ซื้อ ส่ง ยืนยัน จอง "
    "削除 消去 支払 購入 注文 送信 投稿 公開 確認 確定 予約 振込 登録 申込 申し込 承認 拒否 取消 取り消 キャンセル 保存 共有 "
    "删除 刪除 移除 支付 付款 购买 購買 下单 訂購 发送 發送 提交 发布 發布 确认 確認 预订 預訂 转账 轉帳 订阅 訂閱 注册 註冊 保存 儲存 取消 "
    "삭제 제거 결제 구매 주문 전송 보내기 제출 게시 확인 예약 이체 구독 등록 가입 취소 저장"
).split()

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def _fold(text: str) -> str:
    """Without case, marks, joined letters and invisible characters: `Sİ\u00adL` is `sil`."""
    parts = unicodedata.normalize("NFKD", text.replace("İ", "i").replace("ı", "i"))
    kept = "".join(c for c in parts if unicodedata.category(c) not in ("Mn", "Cf"))
    return re.sub(r"\b(sign|check)[\s-]+(up|out)\b", r"\1-\2", kept.casefold())


_ENGLISH = tuple(_fold(stem) for stem in _STEMS["en"].split())
_ELSEWHERE = tuple(_fold(stem) for language, stems in _STEMS.items() if language != "en" for stem in stems.split())
_FOLDED_ANYWHERE = tuple((word, _fold(word)) for word in _ANYWHERE)
# What may follow a stem of another language: ends of verbs, and of nouns made of them. English words that begin so have others.
_ENDS = re.compile(r"(?:a|ar|are|e|en|er|ere|ez|i|ir|ire|iar|ier|it|o|re|t|ung|n|cion|acion|acao|azione)?$")
_CYRILLIC_OR_ARABIC = re.compile(r"[\u0370-\u06ff]")
# Words that begin as one of these and are another.
_OTHERS = set("public payload postal postcode posts orders booking bookmark bookmarks books shares reports quite quit ordinary updates mergers".split())
# Stems that are a word of their own only.
_WHOLE = set("post order book sign-up check-out report wis pay pag sil buchen teilen save apply share bid reply wire agree clear".split())


def wording(name: str) -> Optional[str]:
    """The word of a control's name that says that it writes; None where none does."""
    folded = _fold(name)
    for match in _WORD.finditer(folded):
        word = match.group()
        if word in _OTHERS:
            continue
        if word in _WHOLE or any(word.startswith(stem) for stem in _ENGLISH if stem not in _WHOLE):
            return word
        bare = word[2:] if word.startswith("ال") else word
        for stem in _ELSEWHERE:
            if stem not in _WHOLE and bare.startswith(stem) and (_CYRILLIC_OR_ARABIC.match(stem) or _ENDS.match(bare[len(stem) :])):
                return word
    return next((word for word, part in _FOLDED_ANYWHERE if part in folded), None)
