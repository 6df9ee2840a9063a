//! Text marks (`**`, `_`, `~~`) never break a word apart.

use unicode_segmentation::UnicodeSegmentation;

use super::run::{Piece, PieceKind};
use crate::document::Marks;
use crate::semantics::Tag;

/// The mark of an inline element.
pub(super) fn mark_of(tag: Tag) -> Marks {
    match tag {
        Tag::B | Tag::Strong => Marks::STRONG,
        Tag::Em | Tag::I => Marks::EMPHASIS,
        Tag::S | Tag::Del | Tag::Strike => Marks::DELETED,
        _ => Marks::default(),
    }
}

/// Takes marks away where one would begin or end inside a word, or enclose no text.
pub(super) fn keep_words_whole<'p>(pieces: &mut [Piece], text_of: impl Fn(&Piece) -> &'p str) {
    // The last text that no white space parts from the current piece.
    let mut before: Option<usize> = None;
    for index in 0..pieces.len() {
        if pieces[index].space {
            before = None;
        }
        match pieces[index].kind {
            PieceKind::Text => {}
            PieceKind::Open { .. } | PieceKind::Close { .. } => continue,
            _ => {
                before = None;
                continue;
            }
        }
        if let Some(earlier) = before {
            let letters = (text_of(&pieces[earlier]).chars().next_back(), text_of(&pieces[index]).chars().next());
            let joined = matches!(letters, (Some(last), Some(first)) if is_inside_word(last, first));
            let changing = Marks(pieces[earlier].marks.0 ^ pieces[index].marks.0);
            if joined && changing != Marks::default() {
                for (mark, _) in Marks::ALL.into_iter().filter(|(mark, _)| changing.contains(*mark)) {
                    clear_around(pieces, if pieces[index].marks.contains(mark) { index } else { earlier }, mark);
                }
            }
        }
        before = Some(index);
    }
    for (mark, _) in Marks::ALL {
        let mut start = 0;
        while start < pieces.len() {
            let length = pieces[start..].iter().take_while(|piece| piece.marks.contains(mark)).count();
            let says = |piece: &Piece| matches!(piece.kind, PieceKind::Text | PieceKind::Literal { .. });
            if length > 0 && !pieces[start..start + length].iter().any(says) {
                clear_around(pieces, start, mark);
            }
            start += length.max(1);
        }
    }
}

/// Takes a mark from a piece and its neighbours on both sides that have it too.
fn clear_around(pieces: &mut [Piece], index: usize, mark: Marks) {
    let clear = |piece: &mut Piece| piece.marks = piece.marks.without(mark);
    pieces[..index].iter_mut().rev().take_while(|piece| piece.marks.contains(mark)).for_each(clear);
    pieces[index..].iter_mut().take_while(|piece| piece.marks.contains(mark)).for_each(clear);
}

/// Whether two neighbouring characters belong to one word (UAX #29).
fn is_inside_word(before: char, after: char) -> bool {
    if !(before.is_alphanumeric() && after.is_alphanumeric()) {
        return false;
    }
    let mut pair = String::with_capacity(8);
    pair.push(before);
    pair.push(after);
    pair.split_word_bounds().nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_join_and_ideographs_do_not() {
        assert!(is_inside_word('o', 'b'));
        assert!(is_inside_word('о', 'б'));
        assert!(is_inside_word('カ', 'タ'));
        assert!(!is_inside_word('世', '界'));
        assert!(!is_inside_word('o', '.'));
        assert!(!is_inside_word(')', 'b'));
    }
}
