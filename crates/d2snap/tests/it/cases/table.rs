//! Tables.

use d2snap::{Document, Options, Params};

use crate::cases::always;
use crate::{all, plain};

#[test]
fn a_table_without_a_head_keeps_all_its_rows() {
    let rows: String = (0..5000).map(|at| format!("<tr><td>Part {at}</td><td>{at} g</td></tr>")).collect();
    let text = plain(&format!("<table><tbody>{rows}</tbody></table>"));
    assert_eq!(text.lines().count(), 5000);
    assert!(text.starts_with("| Part 0 | 0 g |\n| Part 1 |") && text.ends_with("\n| Part 4999 | 4999 g |"));
    assert_eq!(plain("<table><tr><td>Depth</td><td>4 m</td></tr></table>"), "Depth\n4 m");
    assert_eq!(plain("<table><tr><th>Depth</th><td>4 m</td></tr></table>"), "| Depth | 4 m |");
}

#[test]
fn an_empty_cell_keeps_its_column() {
    all(
        plain,
        &[
            ("<table><tr><td>a<td><td>c<tr><td><td>b<td></table>", "| a | | c |\n| | b | |"),
            ("<table><tr><th><th>2024<tr><th>Rain<td> &nbsp; </table>", "| | 2024 |\n| --- | --- |\n| Rain | |"),
            ("<table><tr><td><img src=x><td>p<tr><td><span hidden>h</span><td>q</table>", "| | p |\n| | q |"),
        ],
    );
}

#[test]
fn spans_hold_columns_in_place() {
    all(
        plain,
        &[
            (
                "<table><tr><th rowspan=2>Day<th colspan=2>Open<tr><th>from<th>to<tr><td>Mon<td>9<td>5</table>",
                "| Day | Open | |\n| --- | --- | --- |\n| | from | to |\n| Mon | 9 | 5 |",
            ),
            ("<table><tr><td>1<td>2<td>3<tr><td rowspan=0>z<td>w<td>v<tr><td>u<td>t</table>", "| 1 | 2 | 3 |\n| z | w | v |\n| | u | t |"),
            ("<table><tr><td>1<td>2<tr><td colspan=99999>wide</table>", "| 1 | 2 |\n| wide | |"),
        ],
    );
}

#[test]
fn blocks_in_a_cell_are_its_text() {
    all(
        plain,
        &[
            (
                "<table><tr><th>Sat<td><ul><li>8-12<li>14-18</ul><tr><th>Sun<td><ol><li>Shut</ol><blockquote>sorry</blockquote></table>",
                "| Sat | 8-12 14-18 |\n| Sun | Shut sorry |",
            ),
            (
                "<table><thead><tr><th>A<th>B</thead><tr><td>x<br>y<p>z</p><td><pre>p\nq</pre></table>",
                "| A | B |\n| --- | --- |\n| x y z | p q |",
            ),
        ],
    );
}

#[test]
fn empty_lists_in_a_cell_are_an_empty_cell() {
    assert_eq!(
        plain("<table><tr><td><ol><li><ol><li><ol><li></li></ol></li></ol></li></ol><td>x<tr><td>y<td><ul></ul></table>"),
        "| | x |\n| y | |"
    );
}

#[test]
fn a_table_in_a_table_is_read_in_order() {
    all(
        plain,
        &[
            (
                "<table><tr><th>Room<th>Plan<tr><td>Hall<td><table><tr><td>door<td>2<tr><td>window<td>4</table></table>",
                "Room\nPlan\nHall\n| door | 2 |\n| window | 4 |",
            ),
            ("<table><tr><td><table><tr><td>Menu<td>Help</table><td>c:\\tmp | x<tr><td>a<td>b</table>", "Menu\nHelp\nc:\\tmp | x\na\nb"),
        ],
    );
}

#[test]
fn tables_nested_far_lose_no_cell() {
    let cells: String = (0..500).map(|at| format!("<td>c{at}</td>")).collect();
    let page = format!("{}{}", format!("<table><tr>{cells}<td>").repeat(50), "</table>".repeat(50));
    let document = Document::parse(&page, &Options::default()).unwrap();
    let text = document.snap(Params::new(0.0, 0.0, 0.0).unwrap()).into_html();
    assert_eq!(text.matches("c499").count(), 50);
    assert_eq!(text.matches('c').count(), 25_000);
}

#[test]
fn a_row_that_acts_is_a_target_and_stays_a_row() {
    always(&[
        (
            "<table><tr role=row onclick=f()><td role=cell>a<td role=cell>b<tr role=row><td>c<td>d</table>",
            &["<tr", "onclick", " uid=1>| a | b |</tr>\n| c | d |"],
        ),
        (
            "<table><tr tabindex=0><td>a<td>b<tr style='cursor:pointer'><td>c<td>d</table>",
            &[" uid=1>| a | b |</tr>", " uid=2>| c | d |</tr>"],
        ),
    ]);
}
