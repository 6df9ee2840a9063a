//! SPEC §6 and §8: Markdown, tables, escaping, lines.

use d2snap::{Format, Options};

use crate::{all, bare, plain, snap};

#[test]
fn blocks() {
    all(
        plain,
        &[
            ("<h1>A</h1><h6>B</h6><hr><p>c</p><blockquote>d<p>e</p></blockquote>", "# A\n###### B\n---\nc\n> d\n> e"),
            ("<dl><dt>T<dd>one<dd>two<p>more</dl>", "T\n: one\n: two\n  more"),
            ("<figure><img src=i.png alt=I><figcaption>Cap</figcaption></figure>", "![I](i.png)\nCap"),
            ("<h2><a href=/p>T</a></h2>", "## <a href=\"/p\">T</a>"),
            ("<h2><div>A</div><p>B</p></h2>", "## A B"),
            ("a<br>b", "a\nb"),
            ("<address>x<br>y</address>", "x\ny"),
        ],
    );
}

#[test]
fn inline_marks() {
    all(
        plain,
        &[
            ("<b>a</b> <em>b</em> <del>c</del> <q>d</q> x<sup>53 </sup>H<sub>2</sub>O<sup>th</sup>", "**a** _b_ ~~c~~ \"d\" x^53 H2Oth"),
            ("w<b>o</b>rd <b>whole</b>", "word **whole**"),
            ("<b> a </b>b<b></b>", "**a** b"),
            ("<b><strong>a</strong></b>", "**a**"),
            ("<b>a <i>b</i></b> c", "**a _b_** c"),
            ("<i>red <b>A</b></i><b>, g</b>", "_red_ **_A_, g**"),
            ("世<b>界</b>", "世**界**"),
            ("<p>un<b><a href=/q>bold</a></b>ed <i><input></i>", "un<a href=\"/q\">bold</a>ed <input>"),
            ("<code>a</code><code>b</code>", "`a` `b`"),
            ("<code>a  b</code> <kbd>`</kbd> <code></code>c", "`a b` `` ` `` c"),
            ("<code>&lt;b></code>", "`&lt;b>`"),
            ("<abbr>a</abbr><font>b</font><u>c</u>", "abc"),
            ("<p>See <a href=/x>Pi</a> on <strong>Hub</strong> now</p>", "See <a href=\"/x\">Pi</a> on **Hub** now"),
        ],
    );
}

#[test]
fn lists() {
    all(
        plain,
        &[
            ("<ul><li>A<ul><li>B<ol><li>x<li>y</ol></ul><li>C</ul>", "- A\n  - B\n    1. x\n    2. y\n- C"),
            ("<ol start=9><li>a<li value=20>b<li>c</ol>", "9. a\n20. b\n21. c"),
            ("<ol reversed><li>a<li>b</ol>", "2. a\n1. b"),
            ("<ul><li><div class=card><p>a</p>b</div></ul>", "- <div class=card>\n  a\n  b\n  </div>"),
            ("<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol>", "- a\n\n- b\n1. c"),
            ("<ul><li></li><li>  <li>a</ul>", "- a"),
            ("<ul><li><ul><li>a<li>b</ul></ul>", "- - a\n  - b"),
            ("<ol reversed><div><li>a<li>b</div></ol>", "<div>\n2. a\n1. b\n</div>"),
            ("<ul><li>A</li><ul><li>B</li><ul><li>C</li></ul></ul></ul>", "- A\n  - B\n    - C"),
            ("<ol><li>a</li><ul><li>b</li></ul><li>c</li></ol>", "1. a\n   - b\n2. c"),
            ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"),
            ("<ul><li role=menuitem>Cut<li>Paste</ul>", "<li role=menuitem>Cut</li>\n- Paste"),
        ],
    );
}

#[test]
fn tables() {
    all(
        plain,
        &[
            (
                "<table><tbody><tr><td>Weight</td><td>150g</td></tr><tr><td>a</td><td></td></tr></tbody></table>",
                "| Weight | 150g |\n| a | |",
            ),
            (
                "<table><caption>C</caption><thead><tr><th>A<th>B</thead><tr><td>1<td>x|y</table>",
                "C\n| A | B |\n| --- | --- |\n| 1 | x\\|y |",
            ),
            ("<table><tr><th>A<th>B<tr><td>1<td>2</table>", "| A | B |\n| --- | --- |\n| 1 | 2 |"),
            ("<table><tr><td rowspan=2>a<td>b<td>c<tr><td colspan=9>d</table>", "| a | b | c |\n| | d | |"),
            (
                "<table><tr><th>Mon<td><ul><li>10-20<li>x</ul><tr><th>Tue<td><p>Closed</p><p>y</p></table>",
                "| Mon | 10-20 x |\n| Tue | Closed y |",
            ),
            (
                "<table><tr><th>a<th>b<tr><td>1<td rowspan=2>2<tr><td>3<td>4</table>",
                "| a | b | |\n| --- | --- | --- |\n| 1 | 2 |\n| 3 | | 4 |",
            ),
            ("<table><tr><th>A<th>B<tr><td>1<td>2<td>3</table>", "| A | B | |\n| --- | --- | --- |\n| 1 | 2 | 3 |"),
            ("<table><tr><td>x<td>y<tr><td>---<td>:-<tr><td>z<td>w</table>", "| x | y |\n| \\--- | \\:- |\n| z | w |"),
            ("<table><tr><td>a<tr><td>b</table>", "a\nb"),
            ("<table><tr><td>a<td>b</table>", "a\nb"),
            ("<table role=none><tr><th>a<th>b<tr><td>c<td>d</table>", "a\nb\nc\nd"),
            ("<table><tr><td><h2>H</h2><td>b<tr><td>c<td>d</table>", "## H\nb\nc\nd"),
            ("<table><tr><td><table><tr><th>x<th>y<tr><td>1<td>2</table><td>b</table>", "| x | y |\n| --- | --- |\n| 1 | 2 |\nb"),
            (
                "<table><tr><td>a<td>b<tr><td>c<td>d</table><table><tr><td>e<td>f<tr><td>g<td>h</table>",
                "| a | b |\n| c | d |\n\n| e | f |\n| g | h |",
            ),
        ],
    );
    all(
        bare,
        &[
            (
                "<table><tr onclick=f()><td>a<td>b<tr><td onclick=g()>c<td>d</table>",
                "<tr onclick uid=1>| a | b |</tr>\n| <td onclick uid=2>c</td> | d |",
            ),
            (
                "<table><tr><td><button title='a|b'></button><td>b<tr><td>c<td>d</table>",
                "| <button title=\"a&#124;b\" uid=1></button> | b |\n| c | d |",
            ),
            ("<table><td>a<td>b<tr onclick=g()></tr></table>", "| a | b |\n<tr onclick uid=1></tr>"),
            ("<table><tr><td>a<td>b<tr><td>c<td>d<tr onclick=g()></tr></table>", "| a | b |\n| c | d |\n<tr onclick uid=1></tr>"),
            ("<table onclick=f()><tr><td>a<td>b<tr><td>c<td>d</table>", "<table onclick uid=1>\n| a | b |\n| c | d |\n</table>"),
            (
                "<table><tr><td>a<details><summary>S</summary>t</details><td>b<tr><td>c<td>d</table>",
                "| a <details><summary uid=1>S</summary> t</details> | b |\n| c | d |",
            ),
        ],
    );
}

#[test]
fn code_keeps_its_lines() {
    all(
        plain,
        &[
            ("<pre><code><span>FROM</span><span> </span><span>go</span></code></pre>", "```\nFROM go\n```"),
            ("<pre>\na\n\n  b\n</pre>", "```\na\n\n  b\n```"),
            ("<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"),
            ("<pre>a <a href=/x>l\nm</a> &lt;b></pre>", "```\na <a href=\"/x\">l&#10;m</a> &lt;b>\n```"),
            ("<ul><li>a<pre>b\nc</pre></ul>", "- a\n  ```\n  b\n  c\n  ```"),
            ("<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```"),
            ("<pre>… 37 more links</pre>", "```\n\\… 37 more links\n```"),
            ("<pre>a\n  … 37 more links</pre>", "```\na\n  \\… 37 more links\n```"),
            ("<pre>a\u{2028}b\u{C}c</pre>", "```\na\nb c\n```"),
            ("<xmp><b>x</b></xmp>", "```\n&lt;b>x&lt;/b>\n```"),
            ("<pre>&lt;<img alt=x></pre>", "```\n&lt;![x]\n```"),
            ("<h2><pre><c- p>&lt;</c-><c- f>42</c-></pre></h2>", "## <42"),
            ("<pre> \n </pre>", ""),
            ("<pre>a<img alt=x src=y>b</pre>", "```\na![x]b\n```"),
            ("<pre><c- a>x</c-><c- b>y</c-> z</pre>", "```\nxy z\n```"),
        ],
    );
}

#[test]
fn no_text_forges_markup() {
    all(
        plain,
        &[
            ("<p>Use &lt;script&gt;alert(1)&lt;/script&gt; and &lt;b&gt;x</p>", "Use &lt;script>alert(1)&lt;/script> and &lt;b>x"),
            ("<p>List&lt;String&gt; a &lt; b &lt;3 AT&T &amp;amp; &amp;copy", "List&lt;String> a < b <3 AT&T &amp;amp; &amp;copy"),
            ("<p>&lt;<span>b></span>", "&lt;b>"),
            ("<p>&amp;<span>lt;</span>", "&amp;lt;"),
            (
                "<p># a<p>- b<p>1. c<p>> d<p>| e |<p>--- <p>```<p>… 3 more links (uid 1–3)",
                "\\# a\n\\- b\n1\\. c\n\\> d\n\\| e |\n\\---\n\\```\n\\… 3 more links (uid 1–3)",
            ),
            ("<ul><li># a<li><p>- b</ul>", "- \\# a\n- \\- b"),
            ("<p>a # b - c 1. d", "a # b - c 1. d"),
            ("<a href='\" onclick=\"x'>q</a>", "<a href=\"&quot; onclick=&quot;x\">q</a>"),
        ],
    );
}

#[test]
fn lines_and_pieces() {
    all(
        bare,
        &[
            ("<nav><a href=/1>A</a> <a href=/2>B</a></nav>", "<a uid=1>A</a>\n<a uid=2>B</a>"),
            ("<p>or <a href=/1>A</a> <a href=/2>B</a></p>", "or <a uid=1>A</a> <a uid=2>B</a>"),
            ("<button><div>Save</div></button>", "<button uid=1>Save</button>"),
            ("<a href=/x><div>A</div><div>B</div></a>", "<a uid=1>\nA\nB\n</a>"),
            ("<a href=/x><h3>T</h3></a>", "<a uid=1>\n### T\n</a>"),
            ("<form><input><button>Go</button></form>", "<form>\n<input uid=1>\n<button uid=2>Go</button>\n</form>"),
            ("<form></form>", "<form>\n</form>"),
            ("<b>x<div>y</div>z</b>", "**x**\n**y**\n**z**"),
            ("<h3 onclick=f()>T</h3>", "<h3 onclick uid=1>T</h3>"),
            ("a<p onclick=f()>T</p>b", "a\n<p onclick uid=1>T</p>\nb"),
            ("<button>a<br>b</button>", "<button uid=1>a b</button>"),
            ("<textarea>\n\na\nb &lt;/textarea></textarea>", "<textarea uid=1>&#10;&#10;a&#10;b &lt;/textarea></textarea>"),
            (
                "<select><optgroup label=G><option value=1>A <option selected>B</select>",
                "<select uid=1><optgroup label=G><option>A</option><option selected>B</option></optgroup></select>",
            ),
            ("<p>a<a href=/x> b </a>c</p>", "a <a uid=1>b</a> c"),
            ("<p>価格<button>買う</button>。<button>x</button>, p.", "価格<button uid=1>買う</button>。<button uid=2>x</button>, p."),
            ("<select> <b>a</b> <i>b</i> </select> c", "<select uid=1>**a** _b_</select> c"),
            ("<td>3</td><p>5</p><span>x</span>", "3\n5\nx"),
        ],
    );
}

#[test]
fn images_and_labels() {
    all(
        plain,
        &[
            ("<p>a <img src=/i.png alt='b [c]'> <img src=x> d", "a ![b \\[c\\]](/i.png) d"),
            ("<img alt=A src='x_(r).png'><img alt=B src='x).png'>", "![A](x_(r).png)![B](x%29.png)"),
            ("<svg aria-label='4 of 5'></svg>(12) <img alt=x src='data:,'>[1] <img alt=y src=z>(2)", "![4 of 5] (12) ![x] [1] ![y](z) (2)"),
            ("<p>a<span role=img aria-labelledby=missing>text</span><sup>1<div>x</div>1</sup>", "atext^1\n<div>\nx\n</div>\n1"),
            ("Rating <i role=img aria-label='4.5 stars'></i> <span aria-label=ok><b></b></span>", "Rating ![4.5 stars] ![ok]"),
            ("<img alt=x src='data:image/png;base64,AAAA'>", "![x]"),
            ("<svg aria-label=Trash></svg> <canvas title=C></canvas> <meter value=.6></meter>", "![Trash] ![C] ![.6]"),
            ("<svg><title>T</title><text>x</text></svg><video>y</video>", "![T]"),
            ("<svg><text>a</text><g><text>b</text></g></svg>", "a b"),
            ("<svg><title>Map</title><a href=/n><text>North</text></a></svg>", "![Map] <a href=\"/n\">North</a>"),
            ("<object data=x>fall<p>back</p></object>", "fall\nback"),
            ("<math><mi>x</mi><mo>=</mo><mn>1</mn></math>", "x=1"),
            ("<picture><source srcset=a><img alt=p src=b></picture>", "![p](b)"),
        ],
    );
    all(
        bare,
        &[
            ("<button><svg aria-label='Open menu'><use href='#i'/></svg></button>", "<button uid=1>Open menu</button>"),
            ("<a href=/c><img src='/img/cart.png?x=1'></a>", "<a uid=1>cart.png</a>"),
            ("<a href=/c>Cart<img src=cart.png></a>", "<a uid=1>Cart</a>"),
            ("<p>a <img src=/i.png alt=b></p>", "a ![b]"),
            ("<a href=/t><img alt='Tent X' src=t.png><h3>Tent X</h3></a>", "<a uid=1>\n### Tent X\n</a>"),
        ],
    );
}

#[test]
fn content_can_stay_html() {
    let options = Options::default().with_markdown(false);
    let html = |input: &str| snap(input, &options, (0.0, 0.0, 1.0));
    all(
        html,
        &[
            ("<h1>A</h1><p>b <b>c</b></p>", "<h1>\nA\n</h1>\n<p>\nb <b>c</b>\n</p>"),
            ("<ul><li>a</li></ul>", "<ul>\n<li>\na\n</li>\n</ul>"),
            ("<p># x", "<p>\n# x\n</p>"),
        ],
    );
    assert_eq!(snap("<h1>A</h1><p>b</p>", &options, (1.0, 0.0, 1.0)), "A\nb");
}

#[test]
fn pretty_is_the_same_lines_indented() {
    let options = Options::default().with_format(Format::Pretty);
    let page = "<main><ul><li>a<div>b</div></ul><form><button>c</button></form></main>";
    let lines = "<main>\n  - a\n    <div>\n      b\n    </div>\n  <form>\n    <button>c</button>\n  </form>\n</main>";
    assert_eq!(snap(page, &options, (0.0, 0.0, 1.0)), lines);
    let trimmed = |text: &str| text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(lines), trimmed(&snap(page, &Options::default(), (0.0, 0.0, 1.0))));
}
