const BYTES = 32;

/** Returns a secret of the form that Standard Webhooks recommends: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))}`;
}
