/** One byte stream to a peer, as the connection sees it. */
export interface ByteStream {
  /** The peer's numeric address. */
  readonly remoteAddress: string;
  /** The peer's port. */
  readonly remotePort: number;
  /**
   * Octets that the network has taken so far. It grows while the peer reads, also in the middle of one write. Undefined
   * when it cannot be told: then a blocked stream shows that its peer lives only by `onDrain`.
   */
  readonly octetsTaken?: number | undefined;
  /** Hands octets over; false: wait for `onDrain`. */
  write(chunks: readonly Uint8Array[]): boolean;
  /** Ends politely: what was written is sent, then the stream closes. */
  end(): void;
  /** Ends at once. */
  destroy(): void;
}

/** What a connection wants to hear from its stream. */
export interface StreamHandlers {
  /** Octets as they arrived; the chunk is not reused. */
  onData(chunk: Uint8Array): void;
  /** After a `write` that answered false: there is room again. */
  onDrain(): void;
  /** Once, when the stream is gone; `error` when it did not end politely. */
  onClose(error: Error | undefined): void;
}

/** A numeric address to dial. */
export interface DialAddress {
  /** IPv4 or IPv6, without brackets, with its zone where it has one. */
  readonly address: string;
  /** 1 to 65535. */
  readonly port: number;
}

/** Opens byte streams and resolves names: the part of the client that touches the network. */
export interface Transport {
  /** All addresses of a host name; a numeric address is its own. Rejects with Node's error. */
  resolve(host: string): Promise<readonly string[]>;
  /** Opens a stream. Rejects with Node's error; an aborted `signal` destroys the attempt. */
  connect(to: DialAddress, handlers: StreamHandlers, signal: AbortSignal): Promise<ByteStream>;
}
