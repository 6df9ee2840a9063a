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

/// Takes marks away where one would begin or end inside a word.
pub(super) fn keep_words_whole<'p>(pieces: &mut [Piece], text_of: impl Fn(&Piece) -> &'p str) {
    for index in 1..pieces.len() {
        let (before, after) = (&pieces[index - 1], &pieces[index]);
        let changing = Marks(before.marks.0 ^ after.marks.0);
        if changing == Marks::default() || after.space {
            continue;
        }
        if !matches!((&before.kind, &after.kind), (PieceKind::Text, PieceKind::Text)) {
            continue;
        }
        let joined = match (text_of(before).chars().next_back(), text_of(after).chars().next()) {
            (Some(last), Some(first)) => is_inside_word(last, first),
            _ => false,
        };
        if joined {
            for (mark, _) in Marks::ALL.into_iter().filter(|(mark, _)| changing.contains(*mark)) {
                pieces[..index]
                    .iter_mut()
                    .rev()
                    .take_while(|piece| piece.marks.contains(mark))
                    .for_each(|piece| piece.marks = piece.marks.without(mark));
                pieces[index..]
                    .iter_mut()
                    .take_while(|piece| piece.marks.contains(mark))
                    .for_each(|piece| piece.marks = piece.marks.without(mark));
            }
        }
    }
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
