/**
 * Made of openapi.json by openapi-typescript, its comments left out.
 * UPDATE_GOLDEN=1 bun test test/drift/openapi.test.ts makes it anew.
 */
export interface paths {
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/buying-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBuyingPower"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/market/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getQuotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/market/candles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCandles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/market/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/market/exchange-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getExchangeRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instruments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInstruments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instruments/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInstrument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrders"];
        put?: never;
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete: operations["cancelOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/fills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        "X-Service-Request-Id": string;
        "X-RateLimit-Limit": number;
        "X-RateLimit-Remaining": number;
        "X-RateLimit-Reset": number;
        "Retry-After": number;
        "WWW-Authenticate": string;
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "ok";
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "ok";
                    };
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "unavailable";
                        reasons: string[];
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "ok";
                        notices: string[];
                        market: {
                            now: string;
                            carriedTo: string | null;
                            movedBy: "this server" | "another server" | "nobody";
                            speed: number;
                            speedReached: number | null;
                        };
                    };
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: "unavailable";
                        reasons: string[];
                        notices: string[];
                        market: {
                            now: string;
                            carriedTo: string | null;
                            movedBy: "this server" | "another server" | "nobody";
                            speed: number;
                            speedReached: number | null;
                        };
                    };
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    grant_type: string;
                    client_id: string;
                    client_secret: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        token_type: "Bearer";
                        expires_in: number;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "unsupported-grant-type";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "invalid-client";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "account-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        currency: "USD";
                        cashAmount: string;
                        totalAssetAmount: string;
                        buyingPower: string;
                        requestedAt: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "account-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    listHoldings: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: "USD";
                        holdings: {
                            symbol: string;
                            name: string;
                            currency: "USD";
                            quantity: number;
                            sellableQuantity: number;
                            averageBuyPrice: number;
                            currentPrice: number;
                            purchaseAmount: number;
                            evaluationAmount: number;
                            evaluationPnl: number;
                            evaluationPnlRate: number;
                        }[];
                        requestedAt: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    getBuyingPower: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        currency: "USD";
                        buyingPower: number;
                        requestedAt: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "account-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    getQuotes: {
        parameters: {
            query: {
                symbols: string;
            };
            header: {
                "X-Service-Request-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        quotes: {
                            symbol: string;
                            outcome: "OK" | "NOT_FOUND" | "NO_DATA";
                            session: "PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED";
                            price?: string;
                            previousClose?: string;
                            change?: string;
                            changeRate?: string;
                            bidPrice?: string;
                            bidSize?: string;
                            askPrice?: string;
                            askSize?: string;
                            volume?: string;
                            lastTradeAt?: string;
                            requestedAt: string;
                        }[];
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "missing-parameter" | "unknown-parameter" | "invalid-parameter";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "symbol-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    listCandles: {
        parameters: {
            query: {
                symbol: string;
                interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "1d" | "1w" | "1mo";
                from?: string;
                to?: string;
                limit?: number;
                sessions?: string;
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        symbol: string;
                        interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "1d" | "1w" | "1mo";
                        candles: {
                            time: string;
                            open: number;
                            high: number;
                            low: number;
                            close: number;
                            volume: number;
                            session: "PRE" | "REGULAR" | "AFTER" | "DAY";
                            sessions?: ("PRE" | "REGULAR" | "AFTER" | "DAY")[];
                        }[];
                        nextCursor?: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "invalid-cursor";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "symbol-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                market?: "US";
            };
            header: {
                "X-Service-Request-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calendar: {
                            date: string;
                            status: "OPEN" | "HALF_DAY" | "CLOSED";
                            holidayName: string | null;
                            sessions: {
                                type: "DAY" | "PRE" | "REGULAR" | "AFTER";
                                open: string;
                                close: string;
                            }[];
                        }[];
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    getExchangeRate: {
        parameters: {
            query: {
                base: string;
                quote: string;
            };
            header: {
                "X-Service-Request-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        baseCurrency: string;
                        quoteCurrency: string;
                        askRate: number;
                        bidRate: number;
                        requestedAt: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "missing-parameter" | "unknown-parameter" | "invalid-parameter";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "exchange-rate-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    listInstruments: {
        parameters: {
            query?: {
                type?: "COMMON_STOCK" | "PREFERRED_STOCK" | "DR" | "ETF";
                search?: string;
                tradable?: string;
                dayMarketTradable?: boolean;
                limit?: number;
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        instruments: {
                            symbol: string;
                            name: string;
                            nameKo?: string;
                            type: "COMMON_STOCK" | "PREFERRED_STOCK" | "DR" | "ETF";
                            exchange: string;
                            sector?: string;
                            currency: "USD";
                            tradable: "TRADABLE" | "SELL_ONLY" | "BUY_ONLY" | "SUSPENDED";
                            dayMarketTradable: boolean;
                        }[];
                        nextCursor?: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "invalid-cursor";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    getInstrument: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        symbol: string;
                        name: string;
                        nameKo?: string;
                        type: "COMMON_STOCK" | "PREFERRED_STOCK" | "DR" | "ETF";
                        exchange: string;
                        sector?: string;
                        currency: "USD";
                        tradable: "TRADABLE" | "SELL_ONLY" | "BUY_ONLY" | "SUSPENDED";
                        dayMarketTradable: boolean;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "symbol-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                status?: "OPEN" | "CLOSED";
                market?: "US";
                symbol?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        orders: {
                            requestId: string | null;
                            orderId: string;
                            clientOrderId: string;
                            market: "US";
                            currency: "USD";
                            symbol: string;
                            side: "BUY" | "SELL";
                            orderType: "MARKET" | "LIMIT";
                            timeInForce: "DAY" | "IOC" | "FOK" | "OPG" | "CLS";
                            status: "SUBMITTED" | "PARTIALLY_FILLED" | "PENDING_CANCEL" | "FILLED" | "CANCELED" | "EXPIRED" | "REJECTED";
                            quantity: number;
                            filledQuantity: number;
                            remainingQuantity: number;
                            limitPrice?: number;
                            avgFillPrice?: number;
                            session: ("PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED") | null;
                            rejectReason?: string;
                            cancelReason?: "insufficient-buying-power";
                            requestedAt: string;
                            updatedAt: string;
                            cancelRequestedAt?: string;
                        }[];
                        nextCursor?: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "invalid-cursor" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    symbol: string;
                    side: "BUY" | "SELL";
                    orderType: "MARKET" | "LIMIT" | "VWAP" | "TWAP";
                    quantity: number | string;
                    limitPrice?: (number | string) | null;
                    timeInForce?: ("DAY" | "IOC" | "FOK" | "OPG" | "CLS") | null;
                    clientOrderId: string;
                    market?: "US" | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        orderId: string;
                        market: "US";
                        status: "SUBMITTED" | "PARTIALLY_FILLED" | "PENDING_CANCEL" | "FILLED" | "CANCELED" | "EXPIRED" | "REJECTED";
                        requestedAt: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "limit-price-not-allowed" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "insufficient-scope" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "account-not-found" | "symbol-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            409: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "conflict";
                        code: "idempotency-key-conflict";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            422: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "business_rule";
                        code: "order-type-live-only" | "price-tick-violation" | "order-size-exceeded" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "order-hours-closed" | "market-ended" | "insufficient-buying-power" | "insufficient-holdings";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            423: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "locked";
                        code: "account-locked" | "trading-halted";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error" | "server-busy" | "storage-full";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requestId: string | null;
                        orderId: string;
                        clientOrderId: string;
                        market: "US";
                        currency: "USD";
                        symbol: string;
                        side: "BUY" | "SELL";
                        orderType: "MARKET" | "LIMIT";
                        timeInForce: "DAY" | "IOC" | "FOK" | "OPG" | "CLS";
                        status: "SUBMITTED" | "PARTIALLY_FILLED" | "PENDING_CANCEL" | "FILLED" | "CANCELED" | "EXPIRED" | "REJECTED";
                        quantity: number;
                        filledQuantity: number;
                        remainingQuantity: number;
                        limitPrice?: number;
                        avgFillPrice?: number;
                        session: ("PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED") | null;
                        rejectReason?: string;
                        cancelReason?: "insufficient-buying-power";
                        requestedAt: string;
                        updatedAt: string;
                        cancelRequestedAt?: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "account-not-found" | "order-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        orderId: string;
                        status: "SUBMITTED" | "PARTIALLY_FILLED" | "PENDING_CANCEL" | "FILLED" | "CANCELED" | "EXPIRED" | "REJECTED";
                        requestedAt: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "insufficient-scope" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "account-not-found" | "order-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            409: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "conflict";
                        code: "already-filled" | "already-canceled" | "already-expired" | "already-rejected";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error" | "server-busy" | "storage-full";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    previewOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    symbol: string;
                    side: "BUY" | "SELL";
                    orderType: "MARKET" | "LIMIT" | "VWAP" | "TWAP";
                    quantity: number | string;
                    limitPrice?: (number | string) | null;
                    timeInForce?: ("DAY" | "IOC" | "FOK" | "OPG" | "CLS") | null;
                    clientOrderId: string;
                    market?: "US" | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        market: "US";
                        currency: "USD";
                        estimatedQuantity: number;
                        estimatedPrice: number;
                        orderAmount: number;
                        estimatedFee: number;
                        estimatedTax: number;
                        estimatedTotal: number;
                        rejectReason: string | null;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "limit-price-not-allowed" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "not_found";
                        code: "account-not-found" | "symbol-not-found";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            422: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "business_rule";
                        code: "order-type-live-only" | "price-tick-violation" | "order-size-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
    listFills: {
        parameters: {
            query?: {
                orderId?: string;
                symbol?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": string;
                "X-Service-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fills: {
                            fillId: string;
                            orderId: string;
                            clientOrderId: string;
                            market: "US";
                            currency: "USD";
                            symbol: string;
                            side: "BUY" | "SELL";
                            quantity: number;
                            price: number;
                            amount: number;
                            fee: number;
                            tax: number;
                            session: "PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED";
                            filledAt: string;
                            fillProfile: "ideal@1" | "standard@1" | "strict@1";
                        }[];
                        nextCursor?: string;
                        requestId: string;
                    };
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "validation";
                        code: "request-id-required" | "request-id-invalid" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "invalid-cursor" | "account-header-required";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "authentication";
                        code: "authorization-required" | "invalid-token" | "expired-token";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "permission";
                        code: "client-disabled" | "account-mismatch";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            429: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "rate_limit";
                        code: "rate-limit-exceeded";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: "server";
                        code: "internal-error";
                        message: string;
                        param?: string;
                        requestId?: string;
                        data?: {
                            [key: string]: string | number;
                        };
                        docUrl: string;
                    };
                };
            };
        };
    };
}
