export type { AllowEntry } from "./allow-list.ts";
export { createDocumentFetcher, type DocumentFetcherOptions } from "./fetch-document.ts";
export { createSecretBox } from "./secret-box.ts";
export { type CallLimits, createWebhookTransport, type OutboundOptions, type WebhookTransportOptions } from "./send.ts";
