/** A document from elsewhere, or why there is none, in a sentence. */
export type FetchedDocument =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Fetches small public documents whose addresses come from strangers, and keeps them as long as their headers say. */
export interface DocumentFetcher {
  fetchDocument(url: string): Promise<FetchedDocument>;
}
