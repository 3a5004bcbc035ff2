// What can go wrong: the service refuses a question (Problem), or does not answer (Unreachable).

import type { ProblemDocument } from "./types.js";

/** The service refuses the question. */
export class Problem extends Error {
  readonly status: number;
  /** `urn:brehon:problem:malformed` and its like. */
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** Every fault, with a JSON Pointer into the question. */
  readonly errors: NonNullable<ProblemDocument["errors"]>;
  /** Where the first fault is, if the service says so. */
  readonly pointer: string | undefined;
  readonly requestId: string | undefined;
  /** Milliseconds until the question may be sent again, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(document: ProblemDocument, retryAfter?: number) {
    super(document.detail || document.title);
    this.name = "Problem";
    this.status = document.status;
    this.type = document.type;
    this.title = document.title;
    this.detail = document.detail;
    this.errors = document.errors ?? [];
    this.pointer = this.errors[0]?.pointer ?? undefined;
    this.requestId = document.request_id;
    this.retryAfter = retryAfter;
  }
}

/** There was no answer: no network, no server, or not in time. `cause` says more. */
export class Unreachable extends Error {
  readonly retryAfter = undefined;

  constructor(server: string, cause: unknown) {
    super(`${server} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "Unreachable";
  }
}
