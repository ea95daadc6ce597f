/** The paths of the cloud that we use, each with the pattern under which its calls are counted. [dialect sections 5 to 8] */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** With placeholders, for the call records. */
  readonly pattern: string;
  readonly providerId: string | null;
}

/** User routes, or those of one product when the installation has one. */
export class Endpoints {
  readonly #base: string;
  readonly #basePattern: string;

  constructor(productId?: string) {
    this.#base = productId === undefined ? "/v1" : `/v1/products/${encodeURIComponent(productId)}`;
    this.#basePattern = productId === undefined ? "/v1" : "/v1/products/:product";
  }

  callFunction(providerId: string, name: string): Endpoint {
    return this.#ofDevice("POST", providerId, { pattern: "/:function", path: `/${encodeURIComponent(name)}` });
  }

  readVariable(providerId: string, name: string): Endpoint {
    return this.#ofDevice("GET", providerId, { pattern: "/:variable", path: `/${encodeURIComponent(name)}` });
  }

  ping(providerId: string): Endpoint {
    return this.#ofDevice("PUT", providerId, { pattern: "/ping", path: "/ping" });
  }

  getDevice(providerId: string): Endpoint {
    return this.#ofDevice("GET", providerId, { pattern: "", path: "" });
  }

  /** User routes know no pages: the query is then left away. */
  listDevices(page: { number: number; size: number } | null): Endpoint {
    const query = page === null ? "" : `?page=${page.number}&per_page=${page.size}&sortAttr=deviceId&sortDir=asc`;
    return { method: "GET", path: `${this.#base}/devices${query}`, pattern: `${this.#basePattern}/devices`, providerId: null };
  }

  lookUpSerial(serial: string): Endpoint {
    const path = `/v1/serial_numbers/${encodeURIComponent(serial)}`;
    return { method: "GET", path, pattern: "/v1/serial_numbers/:serial", providerId: null };
  }

  requestVitals(providerId: string): Endpoint {
    return this.#vitals("POST", providerId, "update");
  }

  lastVitals(providerId: string): Endpoint {
    return this.#vitals("GET", providerId, "last");
  }

  #vitals(method: "GET" | "POST", providerId: string, what: string): Endpoint {
    const path = `${this.#base}/diagnostics/${encodeURIComponent(providerId)}/${what}`;
    return { method, path, pattern: `${this.#basePattern}/diagnostics/:id/${what}`, providerId };
  }

  #ofDevice(method: Endpoint["method"], providerId: string, tail: { path: string; pattern: string }): Endpoint {
    const path = `${this.#base}/devices/${encodeURIComponent(providerId)}${tail.path}`;
    return { method, path, pattern: `${this.#basePattern}/devices/:id${tail.pattern}`, providerId };
  }
}

/** All events of the account's devices, or of one product. */
export function eventsPath(productId?: string): string {
  return productId === undefined ? "/v1/devices/events" : `/v1/products/${encodeURIComponent(productId)}/events`;
}
