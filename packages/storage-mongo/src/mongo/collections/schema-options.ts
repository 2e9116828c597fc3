/** Documents are as we write them: no version key, no object ids, no casting into documents of mongoose. */
export const PLAIN = {
  versionKey: false,
  minimize: false,
  autoIndex: false,
  autoCreate: false,
  id: false,
  strict: true,
  strictQuery: "throw",
} as const;

/** The server removes what has expired so much later, as its clock is not ours: who reads looks at the time too. */
export const REMOVED_AFTER = { expireAfterSeconds: 3_600 } as const;
