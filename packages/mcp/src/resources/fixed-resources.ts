/** How a good note is written. */
export const GUIDE = {
  uri: "knote://guide",
  name: "How notes are written and linked",
  mimeType: "text/markdown",
};

/** What does not fit together in the notes. */
export const ATTENTION = {
  uri: "knote://attention",
  name: "What needs attention in the notes",
  mimeType: "text/markdown",
};
