//! SPEC §5: text reduction.

use d2snap::{Options, SegmentScope};

use crate::snap;

fn at(l: f64, html: &str) -> String {
    snap(html, &Options::default(), (1.0, l, 1.0))
}

#[test]
fn the_central_sentences_stay_in_their_order() {
    let page = "<p>Bees dance. The red fox hunts hares at night. Foxes eat berries. A red fox hunts mice at night too. Snow fell.</p><p>Other. Words. Here. To. Dilute.</p>";
    assert_eq!(at(0.6, page).lines().next().unwrap(), "The red fox hunts hares at night. A red fox hunts mice at night too.");
    assert_eq!(at(0.0, "<p>A b. C d.</p>"), "A b. C d.");
    assert_eq!(at(1.0, "<p>One two. Three four.</p>"), "One two.");
}

#[test]
fn every_script_is_ranked() {
    let russian = "<p>Идёт снег. Красная лиса охотится ночью в лесу. Кот спит. Лиса охотится ночью в поле. Дождь.</p><p>Раз. Два. Три. Четыре. Пять.</p>";
    assert_eq!(at(0.6, russian).lines().next().unwrap(), "Красная лиса охотится ночью в лесу. Лиса охотится ночью в поле.");
    assert_eq!(at(0.5, "<p>ここは東京です。大阪は遠い。</p>"), "ここは東京です。");
}

#[test]
fn abbreviations_and_numbers_end_no_sentence() {
    for text in
        ["Dr. Smith paid $3.50 at 5 p.m. to the U.S. office.", "Feldmark GmbH & Co. KG", "Dr. H. Amadi", "1. Contact", "Harbour Tea No. 9"]
    {
        assert_eq!(at(1.0, &format!("<p>{text}</p>")), text.replacen("1.", "1\\.", 1));
    }
    assert_eq!(at(1.0, "<p lang=de>Die Lkw fahren z. B. ab Halle Nord. Bitte warten.</p>"), "Die Lkw fahren z. B. ab Halle Nord.");
}

#[test]
fn inline_markup_cuts_no_sentence_and_links_stay() {
    let page = "<p>See <a href=/a>the manual</a> for <b>more</b>. Or call <a href=/b>us. Now</a>.</p>";
    assert_eq!(at(1.0, page), "See <a href=\"/a\">the manual</a> for **more**. <a href=\"/b\">us.</a>");
    let nodes = Options::default().with_segment_scope(SegmentScope::Node);
    assert_eq!(snap("<p>1<span>.</span> x", &nodes, (1.0, 0.0, 1.0)), "1\\. x");
    assert_eq!(snap("<p>1.<span>x</span>", &nodes, (1.0, 0.0, 1.0)), "1.x");
    assert_eq!(snap("<pre>a<div>b</div>c</pre>", &nodes, (1.0, 0.0, 1.0)), "```\na\nb\nc\n```");
    assert_eq!(snap("<p>One. Two <b>three. Four</b> five.</p>", &nodes, (1.0, 1.0, 1.0)), "One. **three.** five.");
}

#[test]
fn clauses_are_split_where_asked() {
    let clauses = Options::default().with_split_clauses(true);
    assert_eq!(snap("<p>Total: $42.10; open 10:30</p>", &clauses, (1.0, 1.0, 1.0)), "Total:");
    assert_eq!(at(1.0, "<p>Total: $42.10</p>"), "Total: $42.10");
}

#[test]
fn code_and_fields_are_not_ranked() {
    assert_eq!(at(1.0, "<pre>A b. C d.</pre>"), "```\nA b. C d.\n```");
    assert_eq!(at(1.0, "<textarea>A b. C d.</textarea>"), "<textarea>A b. C d.</textarea>");
    assert_eq!(at(1.0, "<p><code>A b. C d.</code> e.</p>"), "`A b. C d.` e.");
}

#[test]
fn an_opening_bracket_belongs_to_what_it_opens() {
    assert_eq!(at(1.0, "<p>はい。「いいえ。」(笑)</p>"), "はい。");
    let page = "<p>雨だ。（急行列車は夕方に駅へ着く。）『急行列車は朝に駅を出る。』“猫。”</p>";
    assert_eq!(at(0.5, page), "（急行列車は夕方に駅へ着く。）『急行列車は朝に駅を出る。』");
    assert_eq!(at(0.0, page), "雨だ。（急行列車は夕方に駅へ着く。）『急行列車は朝に駅を出る。』“猫。”");
    assert_eq!(at(1.0, "<p lang=de>Er rief: „Nein.“ Dann ging er.</p>"), "Er rief: „Nein.“");
}

#[test]
fn neighbours_are_joined_as_they_were() {
    assert_eq!(at(0.0, "<p>一。二。<b>三。</b></p>"), "一。二。**三。**");
    assert_eq!(at(0.3, "<p>一二三四。五六。一二三。</p><p>な。に。ぬ。ね。の。</p>").lines().next().unwrap(), "一二三四。一二三。");
}

#[test]
fn a_heading_stays_whole_but_for_the_paper() {
    let page = "<h2>Plans changed. Read this. Then act.</h2><p>One thing. Another thing.</p>";
    assert_eq!(at(1.0, page), "## Plans changed. Read this. Then act.\nOne thing.");
    let paper = d2snap::Options::paper();
    assert_eq!(snap(page, &paper, (1.0, 1.0, 1.0)), "## Plans changed.\nOne thing.");
}
