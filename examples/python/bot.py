"""The moving-average bot in Python's standard library.

    paper exec python3 examples/python/bot.py

It moves the market's clock itself, minute by minute, since it runs beside a broker of its own.
"""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ["PAPER_URL"]
SYMBOL, FAST, SLOW, QUANTITY, MINUTES = "AAPL", 3, 10, 10, 30


class Broker:
    def __init__(self):
        self.token = None
        self.requests = 0

    def sign_in(self):
        form = {
            "grant_type": "client_credentials",
            "client_id": os.environ["PAPER_CLIENT_ID"],
            "client_secret": os.environ["PAPER_CLIENT_SECRET"],
        }
        body = urllib.parse.urlencode(form).encode()
        self.token = self.send("POST", "/v1/oauth/token", body, {})["access_token"]

    def send(self, method, path, body, headers):
        self.requests += 1
        named = {"X-Service-Request-Id": f"python-{self.requests}", **headers}
        request = urllib.request.Request(URL + path, method=method, data=body, headers=named)
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)

    def call(self, method, path, order=None):
        """Sends until it is answered; a clientOrderId makes that safe for an order, too."""
        for attempt in range(5):
            if self.token is None:
                self.sign_in()
            body = None if order is None else json.dumps(order).encode()
            headers = {"Authorization": f"Bearer {self.token}"}
            if body is not None:
                headers["Content-Type"] = "application/json"
            try:
                return self.send(method, path, body, headers)
            except urllib.error.HTTPError as refused:
                if refused.code == 401:
                    self.token = None
                elif refused.code in (429, 500, 503):
                    time.sleep(int(refused.headers.get("Retry-After", "1")))
                else:
                    raise
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pass  # The answer was lost: the same order again, under the same id.
        raise RuntimeError(f"{method} {path} was never answered")

    def advance(self, duration):
        headers = {"X-Sandbox-Key": os.environ["SANDBOX_KEY"], "Content-Type": "application/json"}
        self.send("POST", "/sandbox/clock", json.dumps({"advance": duration}).encode(), headers)


def average(numbers):
    return sum(numbers) / len(numbers)


def step(broker):
    query = urllib.parse.urlencode({"symbol": SYMBOL, "interval": "1m", "limit": SLOW})
    candles = broker.call("GET", f"/v1/market/candles?{query}")["candles"]
    if len(candles) < SLOW:
        return
    closes = [candle["close"] for candle in candles]
    wanted = QUANTITY if average(closes[-FAST:]) > average(closes) else 0
    holdings = broker.call("GET", "/v1/account/holdings")["holdings"]
    held = sum(each["quantity"] for each in holdings if each["symbol"] == SYMBOL)
    missing = wanted - held
    if missing == 0:
        return
    side = "BUY" if missing > 0 else "SELL"
    minute = "".join(each if each.isalnum() else "." for each in candles[-1]["time"])
    order = {
        "symbol": SYMBOL,
        "side": side,
        "orderType": "MARKET",
        "quantity": abs(missing),
        "clientOrderId": f"{SYMBOL}-{side}-{minute}",
    }
    print(minute, side, broker.call("POST", "/v1/orders", order)["status"])


def main():
    broker = Broker()
    for _ in range(MINUTES):
        broker.advance("PT1M")
        step(broker)
    account = broker.call("GET", "/v1/account")
    print("worth", account["totalAssetAmount"], account["currency"])


if __name__ == "__main__":
    main()
