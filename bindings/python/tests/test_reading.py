"""What the benchmarks read of a text: the same of tags and of Markdown."""

from __future__ import annotations

import pytest
from reading import Kept, Targets

PAGE = """\
<nav><a href=/one>One <b>and</b> two</a><a href=/more>More</a><a href=/other>More</a></nav>
<form><label for=e>Email</label><input id=e name=email><button aria-label="Send it">Go</button></form>"""


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (PAGE, Kept(5, 3, 5)),
        ("", Kept(0, 0, 0)),
        ("[One **and** two](/one) [More](/more) [More](/other)\n\nEmail\nGo", Kept(4, 3, 3)),
        # Without an address only one of them would be told, and of two none is.
        ("<a>One and two</a><a>More</a><a>More</a>", Kept(3, 0, 1)),
        ("<a uid=1>One and two</a><a uid=2>More</a><a uid=3>More</a>", Kept(3, 0, 3)),
        # Text that shows no element tells none. An address that is text can hold a name by chance.
        ("One and two (/one) More (/more)", Kept(3, 2, 0)),
        ("Email\n<input uid=4>\n<button title='Send it' uid=5></button>", Kept(2, 0, 2)),
        ("[![One and two](/picture.png)](/one \"a title\") ![More](/more)", Kept(2, 2, 1)),
        # Words stand within words and across elements for nothing.
        ("Moreover<a>one</a><p>and</p>twofold", Kept(0, 0, 0)),
    ],
)
def test_targets_kept(text: str, kept: Kept) -> None:
    targets = Targets(PAGE)
    assert targets.all == Kept(5, 3, 5)
    assert targets.kept(text) == kept
