/** The right to change the list of one session, for a while. */
export interface Lease {
  readonly sessionId: string;
  /** Who holds it, for a person to read, such as `chat 4711 on laptop`. */
  readonly holder: string;
  /** Grows with every lease of the session. A holder whose number is not the newest changes nothing any more. */
  readonly fence: number;
  /** How long it holds without a refresh. */
  readonly ttlMs: number;
}

/** What is asked for. */
export interface LeaseRequest {
  readonly sessionId: string;
  readonly holder: string;
  /** Default 60,000. Shorter: a crashed holder blocks for less time, a slow one must refresh more often. */
  readonly ttlMs?: number;
}

/** Somebody else holds it. */
export interface Busy {
  readonly kind: 'busy';
  readonly holder: string;
  /** Since when. */
  readonly ageMs: number;
  /** When it ends if the holder does not refresh it. */
  readonly endsInMs: number;
}

export type LeaseResult = { readonly kind: 'acquired'; readonly lease: Lease } | Busy;

/** A lease that is held right now, for a person who wonders why a session is busy. */
export interface HeldLease {
  readonly sessionId: string;
  readonly holder: string;
  readonly fence: number;
  readonly ageMs: number;
  readonly endsInMs: number;
}
