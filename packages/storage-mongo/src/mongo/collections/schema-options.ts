/** Stores documents as they are written: no version key, no object ids, no mongoose documents. */
export const PLAIN = {
  versionKey: false,
  minimize: false,
  autoIndex: false,
  autoCreate: false,
  id: false,
  strict: true,
  strictQuery: "throw",
} as const;

/** The server removes expired documents an hour late, as clocks differ. Readers compare the time themselves. */
export const REMOVED_AFTER = { expireAfterSeconds: 3_600 } as const;
