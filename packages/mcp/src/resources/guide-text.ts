/** The same for everybody, so clients may keep it. */
export const GUIDE_TEXT = `# How notes are written and linked

## A note

- **title**: one claim, as a full sentence that someone could disagree with. "Retrieval practice beats rereading", not "Learning".
- **content**: why it holds, and how it is known, in the author's own words. One claim a note: two claims are two notes.
- **note_type**: fact, insight, decision, experience, belief, code_finding, or synthesis (concluded from other notes).
- **tags**: a few words that more than one note shares.
- **importance**: 0 to 1, as its owner weighs it.

## A link, from source to target

| relation | means |
|---|---|
| extends | the source builds on the target |
| depends_on | the source needs the target to be true |
| derived_from | the source was concluded from the target |
| contradicts | both cannot be true; the target becomes contested |
| supersedes | the source replaces the target, which becomes superseded |
| relates_to | anything else, both ways |

## A state

- **active**: stands.
- **contested**: a note that stands contradicts it. Show both.
- **superseded**: a newer note replaced it. Use that one.
- **archived**: set aside by its owner.

A note that depends on something replaced, disputed, reworded or deleted **needs review**: it is not false, but somebody should look.

## When something changed

For typos and better words, update the note. When the claim itself changed, create a new note and link it to the old one with supersedes: the old one stays, so that one can see what was thought before.
`;
