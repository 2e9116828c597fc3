/** The server refused; the message is its own. */
export class AuthFailure extends Error {
  readonly status: number;
  readonly requestId: string | null;

  constructor(status: number, message: string, requestId: string | null) {
    super(message);
    this.name = "AuthFailure";
    this.status = status;
    this.requestId = requestId;
  }
}

/** No answer came at all. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super("Knote cannot be reached.", { cause });
    this.name = "Unreachable";
  }
}

/** Nobody is signed in; retrying cannot help. */
export class SignedOut extends Error {
  constructor() {
    super("You are signed out.");
    this.name = "SignedOut";
  }
}

/** The dashboard shows the past, where nothing can be changed. */
export class ReadOnlyPast extends Error {
  constructor() {
    super("This is the past: nothing can be changed here. Go back to now first.");
    this.name = "ReadOnlyPast";
  }
}
