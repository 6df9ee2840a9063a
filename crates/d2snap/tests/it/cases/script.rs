//! Scripts other than Latin, and graphemes of many characters.

use d2snap::Options;

use crate::cases::always;
use crate::{plain, snap};

#[test]
fn graphemes_stay_whole() {
    for text in ["👩🏽‍🚀 crew", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Alba", "❤️‍🔥 hot", "می‌خواهم", "क्‍ष", "e\u{301}a", "🇩🇪🇫🇷"]
    {
        assert_eq!(plain(&format!("<p>{text}</p>")), text);
        assert_eq!(plain(&format!("<a href=/ title='{text}'>x</a>")).matches(text).count(), 1, "{text}");
    }
}

#[test]
fn characters_of_many_bytes_next_to_white_space_are_no_trouble() {
    assert_eq!(
        plain("<div><i>Ж</i></div>\t\t\t<div><i>Юг</i></div>\u{A0}<p>ß\t\u{A0}ÿ</p>"),
        "<div>\n_Ж_\n</div>\n<div>\n_Юг_\n</div>\nß ÿ"
    );
    let cut = Options::default().with_max_attribute_chars(3);
    assert_eq!(snap("<img alt='Ж👩🏽‍🚀Ю漢字' src=/>", &cut, (0.0, 0.0, 1.0)), "![Ж👩🏽‍🚀Ю漢字]");
    assert_eq!(snap("<input placeholder='ЖЮ漢字'>", &cut, (0.0, 0.0, 0.3)), "<input placeholder=\"ЖЮ…\">");
}

#[test]
fn what_links_sentences_counts_in_every_script() {
    let one = |page: &str| snap(&format!("<p>{page}</p>"), &Options::default(), (1.0, 0.5, 1.0));
    assert_eq!(
        one("نزل المطر. القطار السريع يصل إلى المحطة مساء. القطار السريع يغادر المحطة صباحا. نام القط."),
        "القطار السريع يصل إلى المحطة مساء. القطار السريع يغادر المحطة صباحا."
    );
    assert_eq!(
        one("ירד גשם. הרכבת המהירה מגיעה לתחנה בערב. הרכבת המהירה יוצאת מהתחנה בבוקר. החתול ישן."),
        "הרכבת המהירה מגיעה לתחנה בערב. הרכבת המהירה יוצאת מהתחנה בבוקר."
    );
    assert_eq!(one("雨だ。急行列車は夕方に駅へ着く。急行列車は朝に駅を出る。猫。"), "急行列車は夕方に駅へ着く。急行列車は朝に駅を出る。");
    assert_eq!(
        one("Дождь. Скорый поезд приходит вечером. Скорый поезд уходит утром. Кот."),
        "Скорый поезд приходит вечером. Скорый поезд уходит утром."
    );
}

#[test]
fn lists_of_any_script_live_in_cells() {
    always(&[(
        "<table><tr><td><ol><li>မြစ်<li>တောင်</ol><td>ရွာ<tr><td><ol start=5><li>လမ်း</ol><td>မြို့</table>",
        &["| မြစ် တောင် | ရွာ |", "| လမ်း | မြို့ |"],
    )]);
}

#[test]
fn a_table_of_cjk_cells_is_whole() {
    always(&[(
        "<table><thead><tr><th>駅<th>時刻<tbody><tr><td>東京<td>九時<tr><td>京都<td>十一時</table>",
        &["| 駅 | 時刻 |\n| --- | --- |\n| 東京 | 九時 |\n| 京都 | 十一時 |"],
    )]);
}
