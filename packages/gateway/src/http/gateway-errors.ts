import { ContextHostError } from '@hermes-context/contract';

/** Where the routes are listed. */
const ROUTES = 'POST /sessions/:key/messages, /stop and /compress, GET /sessions/:key and GET /healthz';

/** An error that a request is answered with. */
export abstract class GatewayError extends ContextHostError {
  /** Of the answer over HTTP. */
  abstract readonly status: number;
  /** Headers of the answer beside the usual ones. */
  readonly headers: Readonly<Record<string, string>> = {};
}

/** The gateway cannot start: no usable token, or a port that is taken. */
export class GatewayUnusableError extends ContextHostError {
  override readonly name = 'GatewayUnusableError';
  readonly code = 'CTX_GATEWAY_UNUSABLE';
}

/** The request is wrong: its key, its body or a field of it. */
export class GatewayRequestError extends GatewayError {
  override readonly name = 'GatewayRequestError';
  readonly code = 'CTX_GATEWAY_REQUEST_INVALID';
  readonly status: number = 400;
}

/** The body is larger than this gateway takes. */
export class GatewayBodyTooLargeError extends GatewayError {
  override readonly name = 'GatewayBodyTooLargeError';
  readonly code = 'CTX_GATEWAY_BODY_TOO_LARGE';
  readonly status = 413;

  constructor(maxBytes: number) {
    super({
      what: `The body is larger than ${maxBytes.toLocaleString('en')} bytes.`,
      why: 'The gateway reads no more of one request, so that nobody can fill its memory.',
      fix: 'Send a shorter text, or start the gateway with a higher limit.',
    });
  }
}

/** No token, or the wrong one. */
export class GatewayTokenError extends GatewayError {
  override readonly name = 'GatewayTokenError';
  readonly code = 'CTX_GATEWAY_TOKEN_REFUSED';
  readonly status = 401;
  override readonly headers = { 'www-authenticate': 'Bearer' };

  constructor() {
    super({
      what: 'The request has no valid token.',
      why: 'Every request except GET /healthz needs the token that the gateway was started with.',
      fix: 'Send the header "Authorization: Bearer TOKEN" with the value of HERMES_GATEWAY_TOKEN.',
    });
  }
}

/** There is nothing at this path, or no such session. */
export class GatewayNotFoundError extends GatewayError {
  override readonly name = 'GatewayNotFoundError';
  readonly code = 'CTX_GATEWAY_NOT_FOUND';
  readonly status = 404;

  constructor(what: 'path' | 'session') {
    super(
      what === 'path'
        ? { what: 'There is nothing at this path.', why: `The gateway has ${ROUTES}.`, fix: 'Check the address.' }
        : {
            what: 'There is no session of this key.',
            why: 'A session begins with the first message that is posted to it.',
            fix: 'Check the key, or post a message to it.',
          },
    );
  }
}

/** The path exists, and does not take this method. */
export class GatewayMethodError extends GatewayError {
  override readonly name = 'GatewayMethodError';
  readonly code = 'CTX_GATEWAY_METHOD';
  readonly status = 405;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(allowed: string) {
    super({
      what: 'This path does not take this method.',
      why: `It takes ${allowed}.`,
      fix: `Send it with ${allowed}.`,
    });
    this.headers = { allow: allowed };
  }
}

/** Too much waits already. */
export class GatewayBusyError extends GatewayError {
  override readonly name = 'GatewayBusyError';
  readonly code = 'CTX_GATEWAY_BUSY';
  readonly status = 429;
  override readonly headers = { 'retry-after': '5' };

  constructor(full: { readonly of: 'session' | 'gateway'; readonly max: number }) {
    const max = full.max.toLocaleString('en');
    super({
      what: 'The message was not taken.',
      why: full.of === 'session' ? `${max} messages wait for this session already.` : `${max} turns are open already.`,
      fix: 'Deliver it again later; the header Retry-After says when.',
    });
  }
}

/** The gateway is about to end. */
export class GatewayClosingError extends GatewayError {
  override readonly name = 'GatewayClosingError';
  readonly code = 'CTX_GATEWAY_CLOSING';
  readonly status = 503;
  override readonly headers = { 'retry-after': '5', connection: 'close' };

  constructor() {
    super({
      what: 'The message was not taken.',
      why: 'The gateway shuts down: it ends the turns that run and begins none.',
      fix: 'Deliver it again when the gateway is back.',
    });
  }
}

const STOPS = {
  asked: 'It was asked for with POST /sessions/:key/stop.',
  'hang-up': 'The client hung up, and had not asked for ?detach=1.',
  closing: 'The gateway shuts down, and the time for turns that still ran is over.',
};

/** Why a turn was stopped. */
export type StopReason = keyof typeof STOPS;

/** The turn was stopped. What was said until then is kept. */
export class GatewayStoppedError extends GatewayError {
  override readonly name = 'GatewayStoppedError';
  readonly code = 'CTX_GATEWAY_STOPPED';
  readonly status = 409;
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super({ what: 'The turn was stopped.', why: STOPS[reason], fix: 'Post a message, and the conversation goes on.' });
    this.reason = reason;
  }
}

/** Something failed that should not: the answer tells nothing of it, the operator's log does. */
export class GatewayFaultError extends GatewayError {
  override readonly name = 'GatewayFaultError';
  readonly code = 'CTX_GATEWAY_FAULT';
  readonly status = 500;

  constructor(cause: unknown) {
    super({
      what: 'The request failed.',
      why: 'This is a fault of the gateway, of an engine or of a tool, not of the request.',
      fix: 'Ask the operator; the log of the gateway says more.',
      cause,
    });
  }
}
