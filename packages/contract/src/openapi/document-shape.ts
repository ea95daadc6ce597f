/** OpenAPI 3.1 as far as this product writes and reads it. */

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The document, as far as this product reads it itself. */
export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Json;
  };
  readonly servers: readonly Json[];
}

/** One call. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  /** Who may, in words. */
  readonly "x-who-may": string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

/** An answer that stands under `components`. */
export interface Reference {
  readonly $ref: string;
}

/** A part of a request beside its body. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

/** A body of one type. */
export interface Content {
  readonly schema: Json;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A header of an answer. */
export interface Header {
  readonly description: string;
  /** Absent: it may be missing. */
  readonly required?: true;
  readonly schema: Json;
}

/** An answer of one status. */
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Content>>;
}
