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
    "/paper/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMarketTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/account/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccountHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/account/profit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccountProfit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/account/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/conditional-orders/{conditionalOrderId}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explainConditionalOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/orders/{orderId}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explainOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/orders/{orderId}/replacement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["amendOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["placeAmountOrder"];
        delete: operations["cancelOrders"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/holdings/{symbol}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closeHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/holdings/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closeHoldings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/conditional-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConditionalOrders"];
        put?: never;
        post: operations["placeConditionalOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paper/conditional-orders/{conditionalOrderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getConditionalOrder"];
        put?: never;
        post?: never;
        delete: operations["cancelConditionalOrder"];
        options?: never;
        head?: never;
        patch: operations["amendConditionalOrder"];
        trace?: never;
    };
    "/paper/conditional-orders/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewConditionalOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feed/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putFeedQuotes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feed/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFeedStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSandboxClock"];
        put?: never;
        post: operations["moveSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSandboxQuotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/quotes/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["pinSandboxQuote"];
        post?: never;
        delete: operations["releaseSandboxQuote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/instruments/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changeSandboxInstrument"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/halt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["haltSandbox"];
        post?: never;
        delete: operations["resumeSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/accounts/{accountId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetSandboxAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/accounts/{accountId}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["lockSandboxAccount"];
        post?: never;
        delete: operations["unlockSandboxAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makeSandboxAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makeSandboxClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSandboxOutcomes"];
        put: operations["setSandboxOutcome"];
        post?: never;
        delete: operations["removeSandboxOutcomes"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/outcomes/{outcomeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSandboxOutcome"];
        put?: never;
        post?: never;
        delete: operations["removeSandboxOutcome"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSandboxFaults"];
        put: operations["setSandboxFault"];
        post?: never;
        delete: operations["removeSandboxFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/faults/{faultId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSandboxFault"];
        put?: never;
        post?: never;
        delete: operations["removeSandboxFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["saveSandboxSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/snapshots/{snapshotId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreSandboxSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rewindSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSandboxScenario"];
        put?: never;
        post: operations["beginSandboxScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            accountId: string;
            currency: "USD";
            cashAmount: string;
            totalAssetAmount: string;
            buyingPower: string;
            requestedAt: string;
            requestId: string;
        };
        AccountHistory: {
            accountId: string;
            currency: "USD";
            interval: "1m" | "5m" | "15m" | "1h" | "1d";
            points: components["schemas"]["HistoryPoint"][];
            nextCursor?: string;
            requestId: string;
        };
        AccountLock: {
            accountId: string;
            locked: boolean;
            requestId: string;
        };
        AccountProfit: {
            accountId: string;
            currency: "USD";
            capitalAmount: string;
            profitAmount: string;
            realizedProfitAmount: string;
            unrealizedProfitAmount: string;
            resetAt?: string;
            requestId: string;
        };
        AccountStatement: string;
        AmendedOrder: {
            order: components["schemas"]["Order"];
            replaced: components["schemas"]["Order"];
            waitsFor?: "DAY" | "PRE" | "REGULAR" | "AFTER" | "OPENING_AUCTION" | "CLOSING_AUCTION";
            waitsUntil?: string;
            requestId: string;
        };
        AmountOrderRequest: {
            symbol: string;
            side: components["schemas"]["Side"];
            orderType?: "MARKET" | null;
            timeInForce?: "DAY" | null;
            amount: number | string;
            clientOrderId: string;
            market?: "US" | null;
        };
        ApiError: {
            type: components["schemas"]["ErrorType"];
            code: components["schemas"]["ErrorCode"];
            message: string;
            param?: string;
            requestId?: string;
            data?: {
                [key: string]: string | number;
            };
            docUrl: string;
        };
        BeginSandboxScenarioRequest: {
            text: string;
        };
        BuyingPower: {
            accountId: string;
            currency: "USD";
            buyingPower: number;
            requestedAt: string;
            requestId: string;
        };
        Calendar: {
            calendar: components["schemas"]["CalendarDay"][];
            requestId: string;
        };
        CalendarDay: {
            date: string;
            status: "OPEN" | "HALF_DAY" | "CLOSED";
            holidayName: string | null;
            sessions: components["schemas"]["CalendarSession"][];
        };
        CalendarSession: {
            type: "DAY" | "PRE" | "REGULAR" | "AFTER";
            open: string;
            close: string;
            openAt: string;
            closeAt: string;
        };
        CanceledOrder: {
            orderId: string;
            status: components["schemas"]["OrderStatus"];
            requestedAt: string;
            requestId: string;
        };
        CanceledOrders: {
            orders: components["schemas"]["Order"][];
            conditionalOrderIds: string[];
            requestId: string;
        };
        Candle: {
            time: string;
            open: number;
            high: number;
            low: number;
            close: number;
            volume: number;
            session: "PRE" | "REGULAR" | "AFTER" | "DAY";
            sessions?: ("PRE" | "REGULAR" | "AFTER" | "DAY")[];
        };
        Candles: {
            symbol: string;
            interval: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "1d" | "1w" | "1mo";
            candles: components["schemas"]["Candle"][];
            nextCursor?: string;
            requestId: string;
        };
        ChangeSandboxInstrumentAnswer: {
            symbol: string;
            tradable: "TRADABLE" | "SELL_ONLY" | "BUY_ONLY" | "SUSPENDED";
            dayMarketTradable: boolean;
            requestId: string;
        };
        ChangeSandboxInstrumentRequest: {
            tradable?: ("TRADABLE" | "SELL_ONLY" | "BUY_ONLY" | "SUSPENDED") | null;
            dayMarketTradable?: boolean | null;
        };
        ClosedHolding: {
            order: components["schemas"]["Order"];
            canceled: components["schemas"]["Order"][];
            waitsFor?: "DAY" | "PRE" | "REGULAR" | "AFTER" | "OPENING_AUCTION" | "CLOSING_AUCTION";
            waitsUntil?: string;
            requestId: string;
        };
        ClosedHoldings: {
            orders: components["schemas"]["Order"][];
            canceled: components["schemas"]["Order"][];
            refusals: {
                symbol: string;
                code: string;
                message: string;
            }[];
            requestId: string;
        };
        ConditionalAmendment: {
            quantity?: (number | string) | null;
            stopPrice?: (number | string) | null;
            limitPrice?: (number | string) | null;
            trailAmount?: (number | string) | null;
            trailPercent?: (number | string) | null;
            limitOffset?: (number | string) | null;
            entry?: {
                stopPrice?: (number | string) | null;
                limitPrice?: (number | string) | null;
                trailAmount?: (number | string) | null;
                trailPercent?: (number | string) | null;
                limitOffset?: (number | string) | null;
            } | null;
            takeProfit?: {
                stopPrice?: (number | string) | null;
                limitPrice?: (number | string) | null;
                trailAmount?: (number | string) | null;
                trailPercent?: (number | string) | null;
                limitOffset?: (number | string) | null;
            } | null;
            stopLoss?: {
                stopPrice?: (number | string) | null;
                limitPrice?: (number | string) | null;
                trailAmount?: (number | string) | null;
                trailPercent?: (number | string) | null;
                limitOffset?: (number | string) | null;
            } | null;
        };
        ConditionalExplanation: {
            conditionalOrderId: string;
            status: components["schemas"]["ConditionalStatus"];
            carriedTo: string;
            legs: components["schemas"]["ExplainedLeg"][];
            nextCursor?: string;
            requestId: string;
        };
        ConditionalLeg: {
            leg: "SINGLE" | "ENTRY" | "TAKE_PROFIT" | "STOP_LOSS";
            type: "STOP" | "STOP_LIMIT" | "TRAILING_STOP" | "LIMIT" | "MARKET";
            side: components["schemas"]["Side"];
            quantity: number;
            filledQuantity: number;
            stopPrice?: number;
            limitPrice?: number;
            trailAmount?: number;
            trailPercent?: number;
            limitOffset?: number;
            mark?: number;
            status: components["schemas"]["ConditionalStatus"];
            orderId?: string;
            triggeredAt?: string;
            triggerPrice?: number;
            reason?: string;
            updatedAt: string;
        };
        ConditionalOrder: {
            conditionalOrderId: string;
            clientOrderId: string;
            market: "US";
            symbol: string;
            type: "STOP" | "STOP_LIMIT" | "TRAILING_STOP" | "OCO" | "OTO" | "BRACKET";
            timeInForce: "DAY" | "GTC";
            triggerBy: "LAST" | "BID_ASK";
            sessions: ("PRE" | "REGULAR" | "AFTER" | "DAY")[];
            status: components["schemas"]["ConditionalStatus"];
            legs: components["schemas"]["ConditionalLeg"][];
            requestedAt: string;
            updatedAt: string;
            validUntil: string;
        };
        ConditionalOrderAnswer: {
            conditionalOrderId: string;
            clientOrderId: string;
            market: "US";
            symbol: string;
            type: "STOP" | "STOP_LIMIT" | "TRAILING_STOP" | "OCO" | "OTO" | "BRACKET";
            timeInForce: "DAY" | "GTC";
            triggerBy: "LAST" | "BID_ASK";
            sessions: ("PRE" | "REGULAR" | "AFTER" | "DAY")[];
            status: components["schemas"]["ConditionalStatus"];
            legs: components["schemas"]["ConditionalLeg"][];
            requestedAt: string;
            updatedAt: string;
            validUntil: string;
            requestId: string;
        };
        ConditionalOrderRequest: {
            symbol: string;
            side: components["schemas"]["Side"];
            type: "STOP" | "STOP_LIMIT" | "TRAILING_STOP" | "OCO" | "OTO" | "BRACKET";
            quantity: number | string;
            stopPrice?: (number | string) | null;
            limitPrice?: (number | string) | null;
            trailAmount?: (number | string) | null;
            trailPercent?: (number | string) | null;
            limitOffset?: (number | string) | null;
            entry?: {
                stopPrice?: (number | string) | null;
                limitPrice?: (number | string) | null;
                trailAmount?: (number | string) | null;
                trailPercent?: (number | string) | null;
                limitOffset?: (number | string) | null;
            } | null;
            takeProfit?: {
                limitPrice: number | string;
            } | null;
            stopLoss?: {
                stopPrice?: (number | string) | null;
                limitPrice?: (number | string) | null;
                trailAmount?: (number | string) | null;
                trailPercent?: (number | string) | null;
                limitOffset?: (number | string) | null;
            } | null;
            timeInForce?: ("DAY" | "GTC") | null;
            triggerBy?: ("LAST" | "BID_ASK") | null;
            sessions?: ("PRE" | "REGULAR" | "AFTER" | "DAY")[] | null;
            clientOrderId: string;
            market?: "US" | null;
        };
        ConditionalOrders: {
            conditionalOrders: components["schemas"]["ConditionalOrder"][];
            nextCursor?: string;
            requestId: string;
        };
        ConditionalPreview: {
            valid: boolean;
            market: "US";
            currency: "USD";
            estimatedPrice: number;
            orderAmount: number;
            holdAmount: number;
            rejectReason: string | null;
            requestId: string;
        };
        ConditionalStatus: "PENDING" | "ARMED" | "TRIGGERED" | "FILLED" | "CANCELED" | "EXPIRED" | "REJECTED";
        ErrorCode: "host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error";
        ErrorType: "validation" | "authentication" | "permission" | "not_found" | "conflict" | "business_rule" | "locked" | "rate_limit" | "server";
        ExchangeRate: {
            baseCurrency: string;
            quoteCurrency: string;
            askRate: number;
            bidRate: number;
            requestedAt: string;
            requestId: string;
        };
        ExplainedLeg: {
            leg: "SINGLE" | "ENTRY" | "TAKE_PROFIT" | "STOP_LOSS";
            type: "STOP" | "STOP_LIMIT" | "TRAILING_STOP" | "LIMIT" | "MARKET";
            status: components["schemas"]["ConditionalStatus"];
            text: string;
            nearest?: {
                at: string;
                price: number;
                stopPrice: number;
                missedBy: number;
            };
            triggeredAt?: string;
            triggerPrice?: number;
            orderId?: string;
            orderStatus?: "SUBMITTED" | "PARTIALLY_FILLED" | "PENDING_CANCEL" | "FILLED" | "CANCELED" | "EXPIRED" | "REJECTED";
            reason?: string;
        };
        Explanation: {
            orderId: string;
            status: components["schemas"]["OrderStatus"];
            fillProfile: "ideal@1" | "standard@2" | "strict@2";
            carriedTo: string;
            latest: components["schemas"]["ExplanationStep"] | null;
            steps: components["schemas"]["ExplanationStep"][];
            nextCursor?: string;
            requestId: string;
        };
        ExplanationStep: {
            kind: "WAITED" | "FILLED" | "ENDED";
            rule: "no-tick-yet" | "on-its-way" | "opening-auction" | "closing-auction" | "market-closed" | "day-market-not-tradable" | "instrument-suspended" | "side-not-allowed" | "no-quote" | "quote-stale" | "quote-not-stored" | "limit-not-reached" | "queue-ahead" | "no-size-shown" | "size-taken" | "volume-share-taken" | "own-orders-first" | "not-all-at-once" | "held-by-outcome" | "not-tried" | "at-the-quote" | "hit-at-its-limit" | "beyond-the-size-shown" | "in-the-auction" | "forced" | "not-by-the-quote" | "filled" | "cancel-requested" | "canceled-at-once" | "immediate-rest" | "insufficient-buying-power" | "amended" | "holding-closed" | "other-exit-filled" | "other-exit-triggered" | "other-exit-ended" | "entry-ended" | "exit-began" | "exit-ended" | "conditional-order-expired" | "no-official-price" | "official-price-beyond-limit" | "auction-not-tradable" | "auction-share-taken" | "expired" | "rejected";
            text: string;
            from: string;
            to: string;
            ticks: number;
            until?: string;
            quote?: components["schemas"]["SeenQuote"];
            missedBy?: number;
            availableSize?: number;
            queueAhead?: number;
            officialPrice?: number;
            fill?: components["schemas"]["Fill"];
        };
        FeedStatus: {
            accepted: number;
            rejected: {
                [key: string]: number;
            };
            refusedMessages: number;
            sources: number;
            symbols: {
                symbol: string;
                wanted: boolean;
                state: "FRESH" | "STALE" | "HALTED" | "NONE";
                ageMs: number | null;
            }[];
            requestId: string;
        };
        FeedTaken: {
            accepted: number;
            rejected: {
                [key: string]: number;
            };
            items?: {
                item: string;
                symbol: string;
                reason: string;
                code?: "symbol-not-found" | "exchange-rate-not-found";
            }[];
            requestId: string;
        };
        Fill: {
            fillId: string;
            orderId: string;
            clientOrderId: string;
            market: "US";
            currency: "USD";
            symbol: string;
            side: components["schemas"]["Side"];
            quantity: number;
            price: number;
            amount: number;
            fee: number;
            tax: number;
            session: components["schemas"]["Session"];
            filledAt: string;
            fillProfile: "ideal@1" | "standard@2" | "strict@2" | "standard@1" | "strict@1" | "forced@1";
        };
        Fills: {
            fills: components["schemas"]["Fill"][];
            nextCursor?: string;
            requestId: string;
        };
        ForcedFault: {
            faultId: string;
            clientId?: string;
            route?: string;
            times?: number;
            share?: number;
            seed?: number;
            code?: "host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error";
            status?: number;
            retryAfterSeconds?: number;
            at?: "before" | "after-commit";
            delay?: string;
            cut?: "before" | "after-commit";
            stream?: "cut" | "late";
            messages?: "events" | "heartbeats" | "all";
            token?: "expired" | "revoked";
            client?: "disabled";
            seen: number;
            hits: number;
            requestId: string;
        };
        ForcedOutcome: {
            outcomeId: string;
            result: "fill" | "reject" | "hold" | "lose-cancel" | "expire" | "cancel";
            clientId?: string;
            accountId?: string;
            symbol?: string;
            side?: "BUY" | "SELL";
            clientOrderId?: string;
            leg?: "SINGLE" | "ENTRY" | "TAKE_PROFIT" | "STOP_LOSS";
            times?: number;
            price?: string;
            quantity?: string;
            parts?: string[];
            rest?: "hold" | "market";
            code?: "host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error";
            race?: "next-tick" | "at-once";
            hits: number;
            misses: number;
            lastMiss?: string;
            requestId: string;
        };
        GetHealth503Answer: {
            status: "unavailable";
            reasons: string[];
            cell?: string;
            notices: string[];
            prices?: {
                wanted: number;
                fresh: number;
                halted: number;
                oldest: {
                    symbol: string;
                    state: "FRESH" | "STALE" | "HALTED" | "NONE";
                    ageMs: number | null;
                }[];
            };
            market: {
                now: string;
                carriedTo: string | null;
                movedBy: "this server" | "another server" | "nobody";
                speed: number;
                speedReached: number | null;
            };
        };
        GetHealthAnswer: {
            status: "ok";
            cell?: string;
            notices: string[];
            prices?: {
                wanted: number;
                fresh: number;
                halted: number;
                oldest: {
                    symbol: string;
                    state: "FRESH" | "STALE" | "HALTED" | "NONE";
                    ageMs: number | null;
                }[];
            };
            market: {
                now: string;
                carriedTo: string | null;
                movedBy: "this server" | "another server" | "nobody";
                speed: number;
                speedReached: number | null;
            };
        };
        GetLivenessAnswer: {
            status: "ok";
        };
        GetReadiness503Answer: {
            status: "unavailable";
            reasons: string[];
        };
        GetReadinessAnswer: {
            status: "ok";
            notices?: string[];
            prices?: {
                wanted: number;
                fresh: number;
                halted: number;
                oldest: {
                    symbol: string;
                    state: "FRESH" | "STALE" | "HALTED" | "NONE";
                    ageMs: number | null;
                }[];
            };
        };
        HistoryPoint: {
            time: string;
            totalAssetAmount: string;
            cashAmount: string;
            evaluationAmount: string;
            capitalAmount: string;
            profitAmount: string;
            profitRate: string;
            resetAt?: string;
        };
        Holding: {
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
        };
        HoldingClose: {
            percent?: (number | string) | null;
            clientOrderId: string;
        };
        Holdings: {
            currency: "USD";
            holdings: components["schemas"]["Holding"][];
            requestedAt: string;
            requestId: string;
        };
        HoldingsClose: {
            percent?: (number | string) | null;
            clientOrderId: string;
        };
        Instrument: {
            symbol: string;
            name: string;
            nameKo?: string;
            type: components["schemas"]["InstrumentType"];
            exchange: string;
            sector?: string;
            currency: "USD";
            tradable: components["schemas"]["Tradable"];
            dayMarketTradable: boolean;
        };
        InstrumentDetail: {
            symbol: string;
            name: string;
            nameKo?: string;
            type: components["schemas"]["InstrumentType"];
            exchange: string;
            sector?: string;
            currency: "USD";
            tradable: components["schemas"]["Tradable"];
            dayMarketTradable: boolean;
            requestId: string;
        };
        InstrumentType: "COMMON_STOCK" | "PREFERRED_STOCK" | "DR" | "ETF";
        Instruments: {
            instruments: components["schemas"]["Instrument"][];
            nextCursor?: string;
            requestId: string;
        };
        ListSandboxFaultsAnswer: {
            faults: {
                faultId: string;
                clientId?: string;
                route?: string;
                times?: number;
                share?: number;
                seed?: number;
                code?: "host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error";
                status?: number;
                retryAfterSeconds?: number;
                at?: "before" | "after-commit";
                delay?: string;
                cut?: "before" | "after-commit";
                stream?: "cut" | "late";
                messages?: "events" | "heartbeats" | "all";
                token?: "expired" | "revoked";
                client?: "disabled";
                seen: number;
                hits: number;
            }[];
            requestId: string;
        };
        ListSandboxOutcomesAnswer: {
            outcomes: {
                outcomeId: string;
                result: "fill" | "reject" | "hold" | "lose-cancel" | "expire" | "cancel";
                clientId?: string;
                accountId?: string;
                symbol?: string;
                side?: "BUY" | "SELL";
                clientOrderId?: string;
                leg?: "SINGLE" | "ENTRY" | "TAKE_PROFIT" | "STOP_LOSS";
                times?: number;
                price?: string;
                quantity?: string;
                parts?: string[];
                rest?: "hold" | "market";
                code?: "host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error";
                race?: "next-tick" | "at-once";
                hits: number;
                misses: number;
                lastMiss?: string;
            }[];
            requestId: string;
        };
        ListSandboxQuotesAnswer: {
            quotes: {
                symbol: string;
                pinned: boolean;
                bidPrice?: string;
                bidSize?: string;
                askPrice?: string;
                askSize?: string;
                pinnedAt?: string;
            }[];
            requestId: string;
        };
        MakeSandboxAccountAnswer: {
            accountId: string;
            clientId: string;
            cashAmount: string;
            fillProfile: "ideal@1" | "standard@2" | "strict@2";
            requestId: string;
        };
        MakeSandboxAccountRequest: {
            cash?: number | null;
            profile?: ("ideal" | "standard" | "strict") | null;
            clientId?: string | null;
        };
        MakeSandboxClientAnswer: {
            clientId: string;
            clientSecret: string;
            scope: "TRADE" | "READ_ONLY";
            name: string;
            accountIds: string[];
            requestId: string;
        };
        MakeSandboxClientRequest: {
            scope?: ("TRADE" | "READ_ONLY") | null;
            name?: string | null;
            accounts?: number | null;
            accountIds?: string[] | null;
            cash?: number | null;
            profile?: ("ideal" | "standard" | "strict") | null;
            clientId?: string | null;
            clientSecret?: string | null;
        };
        MarketTime: {
            now: string;
            simulated: boolean;
            speed: number;
            speedReached: number | null;
            session: "PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED";
            tradingDate: string | null;
            nextOpening: components["schemas"]["SessionEdge"] | null;
            nextClosing: components["schemas"]["SessionEdge"] | null;
            nextRegularOpeningAt: string | null;
            nextRegularClosingAt: string | null;
            today: components["schemas"]["TradingDay"] | null;
            requestId: string;
        };
        MoveSandboxClockRequest: {
            advance?: string | null;
            to?: string | null;
            speed?: number | null;
        };
        Order: {
            requestId: string | null;
            orderId: string;
            clientOrderId: string;
            market: "US";
            currency: "USD";
            symbol: string;
            side: components["schemas"]["Side"];
            orderType: components["schemas"]["OrderType"];
            timeInForce: components["schemas"]["TimeInForce"];
            status: components["schemas"]["OrderStatus"];
            quantity: number;
            filledQuantity: number;
            remainingQuantity: number;
            limitPrice?: number;
            avgFillPrice?: number;
            session: components["schemas"]["Session"] | null;
            rejectReason?: string;
            cancelReason?: "insufficient-buying-power" | "amended" | "holding-closed";
            replaces?: string;
            replacedBy?: string;
            amount?: number;
            requestedAt: string;
            updatedAt: string;
            cancelRequestedAt?: string;
        };
        OrderAmendment: {
            quantity?: (number | string) | null;
            limitPrice?: (number | string) | null;
            timeInForce?: components["schemas"]["TimeInForce"] | null;
            clientOrderId: string;
        };
        OrderPreview: {
            valid: boolean;
            market: "US";
            currency: "USD";
            estimatedQuantity: number;
            estimatedPrice: number;
            orderAmount: number;
            estimatedFee: number;
            estimatedTax: number;
            estimatedTotal: number;
            holdAmount: number;
            rejectReason: string | null;
            fillProfile: "ideal@1" | "standard@2" | "strict@2";
            availableSize: number;
            expectedFillQuantity: number;
            expectedFillPrice: number | null;
            requestId: string;
        };
        OrderRequest: {
            symbol: string;
            side: components["schemas"]["Side"];
            orderType: "MARKET" | "LIMIT" | "VWAP" | "TWAP";
            quantity: number | string;
            limitPrice?: (number | string) | null;
            timeInForce?: components["schemas"]["TimeInForce"] | null;
            clientOrderId: string;
            market?: "US" | null;
        };
        OrderStatus: "SUBMITTED" | "PARTIALLY_FILLED" | "PENDING_CANCEL" | "FILLED" | "CANCELED" | "EXPIRED" | "REJECTED";
        OrderType: "MARKET" | "LIMIT";
        Orders: {
            orders: components["schemas"]["Order"][];
            nextCursor?: string;
            requestId: string;
        };
        PinSandboxQuoteRequest: {
            bidPrice: number;
            askPrice: number;
            bidSize?: number | null;
            askSize?: number | null;
        };
        PinnedQuote: {
            symbol: string;
            pinned: boolean;
            bidPrice?: string;
            bidSize?: string;
            askPrice?: string;
            askSize?: string;
            pinnedAt?: string;
            requestId: string;
        };
        PlacedAmountOrder: {
            order: components["schemas"]["Order"];
            waitsFor?: "DAY" | "PRE" | "REGULAR" | "AFTER" | "OPENING_AUCTION" | "CLOSING_AUCTION";
            waitsUntil?: string;
            requestId: string;
        };
        PlacedOrder: {
            orderId: string;
            market: "US";
            status: components["schemas"]["OrderStatus"];
            requestedAt: string;
            waitsFor?: "DAY" | "PRE" | "REGULAR" | "AFTER" | "OPENING_AUCTION" | "CLOSING_AUCTION";
            waitsUntil?: string;
            requestId: string;
        };
        PutFeedQuotesRequest: {
            quotes?: {
                symbol: string;
                bidPrice: string;
                bidSize: string;
                askPrice: string;
                askSize: string;
                time: string;
            }[];
            trades?: {
                symbol: string;
                price: string;
                size: string;
                time: string;
            }[];
            bars?: {
                symbol: string;
                startsAt: string;
                open: string;
                high: string;
                low: string;
                close: string;
                volume: string;
            }[];
            states?: {
                symbol: string;
                state: "HALTED" | "RESUMED";
                time: string;
            }[];
            officials?: {
                symbol: string;
                auction: "OPG" | "CLS";
                price: string;
                size: string;
                time: string;
            }[];
            rates?: {
                base: string;
                quote: string;
                bidRate: string;
                askRate: string;
                time: string;
            }[];
        };
        Quote: {
            symbol: string;
            outcome: components["schemas"]["QuoteOutcome"];
            session: components["schemas"]["Session"];
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
            quotedAt?: string;
            pinned?: true;
            requestedAt: string;
        };
        QuoteOutcome: "OK" | "NOT_FOUND" | "NO_DATA";
        Quotes: {
            quotes: components["schemas"]["Quote"][];
            requestId: string;
        };
        RemoveSandboxFaultsAnswer: {
            faults: {
                faultId: string;
                clientId?: string;
                route?: string;
                times?: number;
                share?: number;
                seed?: number;
                code?: "host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error";
                status?: number;
                retryAfterSeconds?: number;
                at?: "before" | "after-commit";
                delay?: string;
                cut?: "before" | "after-commit";
                stream?: "cut" | "late";
                messages?: "events" | "heartbeats" | "all";
                token?: "expired" | "revoked";
                client?: "disabled";
                seen: number;
                hits: number;
            }[];
            requestId: string;
        };
        RemoveSandboxOutcomesAnswer: {
            outcomes: {
                outcomeId: string;
                result: "fill" | "reject" | "hold" | "lose-cancel" | "expire" | "cancel";
                clientId?: string;
                accountId?: string;
                symbol?: string;
                side?: "BUY" | "SELL";
                clientOrderId?: string;
                leg?: "SINGLE" | "ENTRY" | "TAKE_PROFIT" | "STOP_LOSS";
                times?: number;
                price?: string;
                quantity?: string;
                parts?: string[];
                rest?: "hold" | "market";
                code?: "host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error";
                race?: "next-tick" | "at-once";
                hits: number;
                misses: number;
                lastMiss?: string;
            }[];
            requestId: string;
        };
        ResetSandboxAccountAnswer: {
            accountId: string;
            cashAmount: string;
            canceledOrderIds: string[];
            requestedAt: string;
            requestId: string;
        };
        ResetSandboxAccountRequest: {
            cash?: number | null;
        };
        RewindSandboxRequest: {
            to?: string | null;
        };
        SandboxClock: {
            now: string;
            speed: number;
            speedReached: number | null;
            advancingTo: string | null;
            session: "PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED";
            tradingDate: string | null;
            requestId: string;
        };
        SandboxMovedClock: {
            now: string;
            speed: number;
            speedReached: number | null;
            advancingTo: string | null;
            session: "PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED";
            tradingDate: string | null;
            accounts: {
                accountId: string;
                lastSeq: number;
            }[];
            requestId: string;
        };
        SaveSandboxSnapshotAnswer: {
            snapshotId: string;
            now: string;
            requestId: string;
        };
        ScenarioReport: {
            rows: components["schemas"]["ScenarioRow"][];
            failed: number;
            waiting: number;
            requestId: string;
        };
        ScenarioRow: {
            line: number;
            text: string;
            at: string | null;
            state: "WAITING" | "DONE" | "FAILED";
            happenedAt: string | null;
            happened: string;
        };
        SeenQuote: {
            at: string;
            bidPrice: number;
            bidSize: number;
            askPrice: number;
            askSize: number;
            pinned: boolean;
        };
        Session: "PRE" | "REGULAR" | "AFTER" | "DAY" | "CLOSED";
        SessionEdge: {
            session: "PRE" | "REGULAR" | "AFTER" | "DAY";
            at: string;
        };
        SessionTimes: {
            session: "PRE" | "REGULAR" | "AFTER" | "DAY";
            openAt: string;
            closeAt: string;
        };
        SetSandboxFaultRequest: {
            faultId?: string | null;
            clientId?: string | null;
            route?: string | null;
            times?: number | null;
            share?: number | null;
            seed?: number | null;
            code?: ("host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error") | null;
            status?: number | null;
            retryAfterSeconds?: number | null;
            at?: ("before" | "after-commit") | null;
            delay?: string | null;
            cut?: ("before" | "after-commit") | null;
            stream?: ("cut" | "late") | null;
            messages?: ("events" | "heartbeats" | "all") | null;
            token?: ("expired" | "revoked") | null;
            client?: "disabled" | null;
        };
        SetSandboxOutcomeRequest: {
            outcomeId?: string | null;
            clientId?: string | null;
            accountId?: string | null;
            symbol?: string | null;
            side?: ("BUY" | "SELL") | null;
            clientOrderId?: string | null;
            leg?: ("SINGLE" | "ENTRY" | "TAKE_PROFIT" | "STOP_LOSS") | null;
            times?: number | null;
            result: "fill" | "reject" | "hold" | "lose-cancel" | "expire" | "cancel";
            price?: (number | string) | null;
            quantity?: (number | string) | null;
            parts?: (number | string)[] | null;
            rest?: ("hold" | "market") | null;
            code?: ("host-repeated" | "request-id-required" | "request-id-invalid" | "origin-not-allowed" | "host-not-allowed" | "page-not-allowed" | "session-required" | "csrf-token-invalid" | "operator-required" | "authorization-required" | "invalid-token" | "expired-token" | "invalid-sandbox-key" | "sandbox-key-required" | "invalid-feed-key" | "feed-key-required" | "client-disabled" | "insufficient-scope" | "rate-limit-exceeded" | "too-many-streams" | "authentication-timeout" | "unexpected-message" | "malformed-message" | "unsupported-content-type" | "body-too-large" | "malformed-body" | "missing-parameter" | "unknown-parameter" | "invalid-parameter" | "invalid-range" | "range-too-long" | "invalid-cursor" | "limit-price-not-allowed" | "unsupported-grant-type" | "invalid-client" | "sign-in-failed" | "sign-in-link-invalid" | "snapshot-not-found" | "account-header-required" | "account-mismatch" | "account-not-found" | "route-not-found" | "symbol-not-found" | "exchange-rate-not-found" | "client-not-found" | "own-account-not-found" | "user-not-found" | "order-not-found" | "conditional-order-not-found" | "control-not-found" | "idempotency-key-conflict" | "user-exists" | "account-has-open-orders" | "limit-reached" | "account-locked" | "trading-halted" | "holding-not-found" | "since-out-of-range" | "already-filled" | "already-canceled" | "already-expired" | "already-rejected" | "cancel-pending" | "placed-by-conditional-order" | "leg-not-amendable" | "below-filled-quantity" | "conditional-order-ended" | "order-type-live-only" | "price-tick-violation" | "stop-tick-violation" | "order-size-exceeded" | "exits-crossed" | "instrument-suspended" | "side-not-allowed" | "day-market-not-tradable" | "quote-unavailable" | "stop-already-reached" | "order-hours-closed" | "market-ended" | "amount-too-small" | "insufficient-buying-power" | "insufficient-holdings" | "clock-not-simulated" | "clock-backwards" | "server-busy" | "storage-full" | "server-stopping" | "internal-error") | null;
            race?: ("next-tick" | "at-once") | null;
        };
        Side: "BUY" | "SELL";
        TimeInForce: "DAY" | "IOC" | "FOK" | "OPG" | "CLS";
        Token: {
            access_token: string;
            token_type: "Bearer";
            expires_in: number;
            requestId: string;
        };
        TokenRequest: {
            grant_type: string;
            client_id: string;
            client_secret: string;
        } & {
            [key: string]: unknown;
        };
        Tradable: "TRADABLE" | "SELL_ONLY" | "BUY_ONLY" | "SUSPENDED";
        TradingDay: {
            date: string;
            sessions: components["schemas"]["SessionTimes"][];
        };
        TradingHalt: {
            halted: boolean;
            requestId: string;
        };
    };
    responses: {
        ServerError: {
            headers: {
                "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        TooManyRequests: {
            headers: {
                "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        Unauthorized: {
            headers: {
                "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: {
        RequestId: string;
        OptionalRequestId: string;
        AccountId: string;
    };
    requestBodies: never;
    headers: {
        "X-Service-Request-Id": string;
        "X-RateLimit-Limit": number;
        "X-RateLimit-Remaining": number;
        "X-RateLimit-Reset": number;
        "Retry-After": number;
        "WWW-Authenticate": string;
        "Idempotent-Replayed": "true";
        "X-Time-Zone-Assumed": "Asia/Seoul";
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
                    "application/json": components["schemas"]["GetLivenessAnswer"];
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
                    "application/json": components["schemas"]["GetReadinessAnswer"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetReadiness503Answer"];
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
                    "application/json": components["schemas"]["GetHealthAnswer"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetHealth503Answer"];
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
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
                    "application/json": components["schemas"]["Token"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["Account"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listHoldings: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["Holdings"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getBuyingPower: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["BuyingPower"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getQuotes: {
        parameters: {
            query: {
                symbols: string;
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
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
                    "application/json": components["schemas"]["Quotes"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
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
                "X-Service-Request-Id": components["parameters"]["RequestId"];
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
                    "X-Time-Zone-Assumed": components["headers"]["X-Time-Zone-Assumed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candles"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
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
                "X-Service-Request-Id": components["parameters"]["RequestId"];
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
                    "application/json": components["schemas"]["Calendar"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getExchangeRate: {
        parameters: {
            query: {
                base: string;
                quote: string;
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
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
                    "application/json": components["schemas"]["ExchangeRate"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
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
                "X-Service-Request-Id": components["parameters"]["RequestId"];
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
                    "application/json": components["schemas"]["Instruments"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getInstrument: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
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
                    "application/json": components["schemas"]["InstrumentDetail"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
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
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "X-Time-Zone-Assumed": components["headers"]["X-Time-Zone-Assumed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
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
                    "application/json": components["schemas"]["PlacedOrder"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["Order"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["CanceledOrder"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    previewOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
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
                    "application/json": components["schemas"]["OrderPreview"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
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
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "X-Time-Zone-Assumed": components["headers"]["X-Time-Zone-Assumed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fills"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getMarketTime: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
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
                    "application/json": components["schemas"]["MarketTime"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getAccountHistory: {
        parameters: {
            query?: {
                interval?: "1m" | "5m" | "15m" | "1h" | "1d";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "X-Time-Zone-Assumed": components["headers"]["X-Time-Zone-Assumed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountHistory"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getAccountProfit: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["AccountProfit"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getAccountStatement: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                language?: "en" | "ko";
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "X-Time-Zone-Assumed": components["headers"]["X-Time-Zone-Assumed"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["AccountStatement"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    explainConditionalOrder: {
        parameters: {
            query?: {
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path: {
                conditionalOrderId: string;
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
                    "application/json": components["schemas"]["ConditionalExplanation"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    explainOrder: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["Explanation"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    amendOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderAmendment"];
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
                    "application/json": components["schemas"]["AmendedOrder"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    placeAmountOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AmountOrderRequest"];
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
                    "application/json": components["schemas"]["PlacedAmountOrder"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    cancelOrders: {
        parameters: {
            query?: {
                symbol?: string;
                side?: components["schemas"]["Side"];
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["CanceledOrders"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    closeHolding: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldingClose"];
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
                    "application/json": components["schemas"]["ClosedHolding"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    closeHoldings: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldingsClose"];
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
                    "application/json": components["schemas"]["ClosedHoldings"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    listConditionalOrders: {
        parameters: {
            query?: {
                status?: "OPEN" | "CLOSED";
                symbol?: string;
                limit?: number;
                cursor?: string;
            };
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
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
                    "application/json": components["schemas"]["ConditionalOrders"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    placeConditionalOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConditionalOrderRequest"];
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
                    "application/json": components["schemas"]["ConditionalOrderAnswer"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getConditionalOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path: {
                conditionalOrderId: string;
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
                    "application/json": components["schemas"]["ConditionalOrderAnswer"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    cancelConditionalOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path: {
                conditionalOrderId: string;
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
                    "application/json": components["schemas"]["ConditionalOrderAnswer"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    amendConditionalOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path: {
                conditionalOrderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConditionalAmendment"];
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
                    "application/json": components["schemas"]["ConditionalOrderAnswer"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    previewConditionalOrder: {
        parameters: {
            query?: never;
            header: {
                "X-Service-Request-Id": components["parameters"]["RequestId"];
                "X-Service-Account-Id"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConditionalOrderRequest"];
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
                    "application/json": components["schemas"]["ConditionalPreview"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    putFeedQuotes: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutFeedQuotesRequest"];
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
                    "application/json": components["schemas"]["FeedTaken"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getFeedStatus: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
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
                    "application/json": components["schemas"]["FeedStatus"];
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
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
        };
    };
    getSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClock"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    moveSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveSandboxClockRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-Time-Zone-Assumed": components["headers"]["X-Time-Zone-Assumed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxMovedClock"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            422: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listSandboxQuotes: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSandboxQuotesAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    pinSandboxQuote: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinSandboxQuoteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedQuote"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            422: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    releaseSandboxQuote: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedQuote"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    changeSandboxInstrument: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSandboxInstrumentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSandboxInstrumentAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    haltSandbox: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradingHalt"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    resumeSandbox: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradingHalt"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    resetSandboxAccount: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetSandboxAccountRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetSandboxAccountAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    lockSandboxAccount: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountLock"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    unlockSandboxAccount: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountLock"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    makeSandboxAccount: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeSandboxAccountRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MakeSandboxAccountAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    makeSandboxClient: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeSandboxClientRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MakeSandboxClientAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listSandboxOutcomes: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSandboxOutcomesAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    setSandboxOutcome: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSandboxOutcomeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForcedOutcome"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    removeSandboxOutcomes: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSandboxOutcomesAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSandboxOutcome: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                outcomeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForcedOutcome"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    removeSandboxOutcome: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                outcomeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForcedOutcome"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    listSandboxFaults: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSandboxFaultsAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    setSandboxFault: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSandboxFaultRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForcedFault"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    removeSandboxFaults: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSandboxFaultsAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSandboxFault: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                faultId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForcedFault"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    removeSandboxFault: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                faultId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForcedFault"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    saveSandboxSnapshot: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaveSandboxSnapshotAnswer"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    restoreSandboxSnapshot: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path: {
                snapshotId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClock"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    rewindSandbox: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RewindSandboxRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "X-Time-Zone-Assumed": components["headers"]["X-Time-Zone-Assumed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClock"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            422: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getSandboxScenario: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioReport"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    beginSandboxScenario: {
        parameters: {
            query?: never;
            header?: {
                "X-Service-Request-Id"?: components["parameters"]["OptionalRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginSandboxScenarioRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioReport"];
                };
            };
            400: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            403: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: {
                headers: {
                    "X-Service-Request-Id": components["headers"]["X-Service-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
}
