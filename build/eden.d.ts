/**
 * What the declarations of the client need of Eden. Its own depend on Elysia, and name types that
 * it does not export.
 */
export declare class EdenFetchError<Status extends number = number, Value = unknown> extends Error {
  status: Status
  value: Value
}

export type ThrowHttpError = boolean | ((error: EdenFetchError<number, unknown>) => boolean)

type SuccessCodes = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226

export declare namespace Treaty {
  export type TreatyResponse<Res extends Record<number, unknown>> =
    | {
        data: Res[Extract<keyof Res, SuccessCodes>]
        error: null
        response: Response
        status: number
        headers: ResponseInit['headers']
      }
    | {
        data: null
        error: Exclude<keyof Res, SuccessCodes> extends never
          ? { status: unknown; value: unknown }
          : {
              [Status in keyof Res]: { status: Status; value: Res[Status] }
            }[Exclude<keyof Res, SuccessCodes>]
        response: Response
        status: number
        headers: ResponseInit['headers']
      }
}

/** The stream; `orderEvents` reads it. */
export declare class EdenWS<Schema = unknown> {
  url: string
  ws: WebSocket
  schema?: Schema
  send(data: unknown): this
  close(): this
}
