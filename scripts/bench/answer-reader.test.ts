import { expect, it } from "vitest";
import { createAnswerReader, type Answer } from "./answer-reader.ts";

const WITH_LENGTH = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const IN_CHUNKS =
  "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\nb\r\nlo\r\n\r\nworld\r\n0\r\n\r\n";
const EMPTY = "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n";
const ALL = WITH_LENGTH + IN_CHUNKS + EMPTY + WITH_LENGTH;

function answers(keep: boolean, pieces: readonly string[]): Answer[] {
  const all: Answer[] = [];
  const reader = createAnswerReader((answer) => void all.push(answer));
  reader.keep = keep;
  for (const piece of pieces) reader.read(Buffer.from(piece));
  return all;
}

it("reads responses one after the other, wherever the pieces of the connection end", () => {
  const expectedAnswers = [
    { status: 200, body: "hello" },
    { status: 201, body: "hello\r\n\r\nworld" },
    { status: 204, body: "" },
    { status: 200, body: "hello" },
  ];
  expect(answers(true, [ALL])).toEqual(expectedAnswers);
  expect(answers(true, [...ALL])).toEqual(expectedAnswers);
  for (let at = 1; at < ALL.length; at++)
    expect(answers(true, [ALL.slice(0, at), ALL.slice(at)])).toEqual(expectedAnswers);
});

it("keeps only wanted bodies and those of refusals", () => {
  const refusal = "HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\nnone";
  expect(answers(false, [IN_CHUNKS, refusal])).toEqual([
    { status: 201, body: "" },
    { status: 404, body: "none" },
  ]);
});

it("reports no response before its last byte", () => {
  expect(answers(true, [WITH_LENGTH.slice(0, -1)])).toEqual([]);
  expect(answers(true, [IN_CHUNKS.slice(0, -1)])).toEqual([]);
});
