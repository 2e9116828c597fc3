import { fileURLToPath } from "node:url";

/** The vault of this repository; its README says how answers are graded. */
export const OWN_VAULT = fileURLToPath(new URL("../../vault", import.meta.url));
