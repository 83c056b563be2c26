-- A database of the first release (98cc7cd), as pg_dump wrote it after trading by hand: partial
-- fills, cancels, orders that wait, end and are refused, auctions, an account that was reset.
--
-- PostgreSQL database dump
--

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: drizzle; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA drizzle;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: __drizzle_migrations; Type: TABLE; Schema: drizzle; Owner: -
--

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);

--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE; Schema: drizzle; Owner: -
--

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE OWNED BY; Schema: drizzle; Owner: -
--

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;

--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    account_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    initial_cash numeric(30,12) NOT NULL,
    cash numeric(30,12) NOT NULL,
    held_cash numeric(30,12) NOT NULL,
    seq integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    locked_at timestamp(3) with time zone,
    CONSTRAINT accounts_cash_covers_holds CHECK ((((0)::numeric <= held_cash) AND (held_cash <= cash))),
    CONSTRAINT accounts_seq CHECK ((seq >= 0))
);

--
-- Name: bars; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.bars (
    symbol text NOT NULL COLLATE pg_catalog."C",
    "interval" text NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    open numeric(20,6) NOT NULL,
    high numeric(20,6) NOT NULL,
    low numeric(20,6) NOT NULL,
    close numeric(20,6) NOT NULL,
    volume numeric(20,6) NOT NULL,
    CONSTRAINT bars_interval CHECK (("interval" = ANY (ARRAY['1m'::text, '1d'::text]))),
    CONSTRAINT bars_prices CHECK ((((0)::numeric < low) AND (low <= open) AND (low <= close) AND (open <= high) AND (close <= high))),
    CONSTRAINT bars_volume CHECK ((volume >= (0)::numeric))
);

--
-- Name: client_accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.client_accounts (
    client_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C"
);

--
-- Name: clients; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.clients (
    client_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    secret_hash text NOT NULL,
    scope text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    disabled_at timestamp(3) with time zone,
    CONSTRAINT clients_scope CHECK ((scope = ANY (ARRAY['TRADE'::text, 'READ_ONLY'::text])))
);

--
-- Name: fills; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.fills (
    account_id text NOT NULL COLLATE pg_catalog."C",
    fill_id text NOT NULL COLLATE pg_catalog."C",
    order_id text NOT NULL COLLATE pg_catalog."C",
    symbol text NOT NULL COLLATE pg_catalog."C",
    side text NOT NULL,
    quantity numeric(20,6) NOT NULL,
    price numeric(20,6) NOT NULL,
    session text NOT NULL,
    filled_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT fills_positive CHECK (((quantity > (0)::numeric) AND (price > (0)::numeric)))
);

--
-- Name: holdings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.holdings (
    account_id text NOT NULL COLLATE pg_catalog."C",
    symbol text NOT NULL COLLATE pg_catalog."C",
    quantity numeric(20,6) NOT NULL,
    held_quantity numeric(20,6) NOT NULL,
    purchase_amount numeric(30,12) NOT NULL,
    CONSTRAINT holdings_purchase_amount CHECK ((purchase_amount >= (0)::numeric)),
    CONSTRAINT holdings_quantity_covers_holds CHECK ((((0)::numeric <= held_quantity) AND (held_quantity <= quantity)))
);

--
-- Name: instrument_models; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.instrument_models (
    symbol text NOT NULL COLLATE pg_catalog."C",
    reference_price numeric(20,6) NOT NULL,
    annual_volatility double precision NOT NULL,
    daily_volume double precision NOT NULL,
    beta double precision NOT NULL,
    CONSTRAINT instrument_models_positive CHECK (((reference_price > (0)::numeric) AND (annual_volatility > (0)::double precision) AND (daily_volume > (0)::double precision)))
);

--
-- Name: instruments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.instruments (
    symbol text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    type text NOT NULL,
    exchange text NOT NULL,
    tradable text NOT NULL,
    day_market_tradable boolean NOT NULL,
    CONSTRAINT instruments_tradable CHECK ((tradable = ANY (ARRAY['TRADABLE'::text, 'SELL_ONLY'::text, 'BUY_ONLY'::text, 'SUSPENDED'::text]))),
    CONSTRAINT instruments_type CHECK ((type = ANY (ARRAY['COMMON_STOCK'::text, 'PREFERRED_STOCK'::text, 'DR'::text, 'ETF'::text])))
);

--
-- Name: market_controls; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.market_controls (
    "only" boolean DEFAULT true NOT NULL,
    halted_at timestamp(3) with time zone,
    CONSTRAINT market_controls_only CHECK ("only")
);

--
-- Name: market_progress; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.market_progress (
    "only" boolean DEFAULT true NOT NULL,
    carried_to timestamp(3) with time zone NOT NULL,
    CONSTRAINT market_progress_only CHECK ("only")
);

--
-- Name: order_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.order_events (
    account_id text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    order_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    filled_quantity numeric(20,6) NOT NULL,
    filled_amount numeric(30,12) NOT NULL,
    fill_id text COLLATE pg_catalog."C",
    occurred_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT order_events_status CHECK ((status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text, 'FILLED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'REJECTED'::text])))
);

--
-- Name: orders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orders (
    account_id text NOT NULL COLLATE pg_catalog."C",
    order_id text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    client_order_id text NOT NULL COLLATE pg_catalog."C",
    symbol text NOT NULL COLLATE pg_catalog."C",
    side text NOT NULL,
    order_type text NOT NULL,
    time_in_force text NOT NULL,
    quantity numeric(20,6) NOT NULL,
    limit_price numeric(20,6),
    status text NOT NULL,
    filled_quantity numeric(20,6) NOT NULL,
    filled_amount numeric(30,12) NOT NULL,
    hold_price numeric(20,6),
    held_cash numeric(30,12) NOT NULL,
    session text NOT NULL,
    reject_reason text,
    requested_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    cancel_requested_at timestamp(3) with time zone,
    valid_until timestamp(3) with time zone NOT NULL,
    CONSTRAINT orders_filled CHECK ((((filled_quantity >= (0)::numeric) AND (filled_quantity <= quantity)) AND ((filled_quantity = quantity) = (status = 'FILLED'::text)))),
    CONSTRAINT orders_hold CHECK (((held_cash >= (0)::numeric) AND ((held_cash = (0)::numeric) OR (status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text]))))),
    CONSTRAINT orders_limit_price CHECK ((((limit_price IS NOT NULL) = (order_type = 'LIMIT'::text)) AND ((limit_price IS NULL) OR (limit_price > (0)::numeric)))),
    CONSTRAINT orders_order_type CHECK ((order_type = ANY (ARRAY['MARKET'::text, 'LIMIT'::text]))),
    CONSTRAINT orders_quantity CHECK ((quantity > (0)::numeric)),
    CONSTRAINT orders_reject_reason CHECK (((reject_reason IS NOT NULL) = (status = 'REJECTED'::text))),
    CONSTRAINT orders_session CHECK ((session = ANY (ARRAY['PRE'::text, 'REGULAR'::text, 'AFTER'::text, 'DAY'::text, 'CLOSED'::text]))),
    CONSTRAINT orders_side CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
    CONSTRAINT orders_status CHECK ((status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text, 'FILLED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'REJECTED'::text]))),
    CONSTRAINT orders_time_in_force CHECK ((time_in_force = ANY (ARRAY['DAY'::text, 'IOC'::text, 'FOK'::text, 'OPG'::text, 'CLS'::text])))
);

--
-- Name: pinned_quotes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.pinned_quotes (
    symbol text NOT NULL COLLATE pg_catalog."C",
    pinned_at timestamp(3) with time zone NOT NULL,
    released_at timestamp(3) with time zone,
    bid_price numeric(20,6) NOT NULL,
    bid_size numeric(20,6) NOT NULL,
    ask_price numeric(20,6) NOT NULL,
    ask_size numeric(20,6) NOT NULL,
    changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT pinned_quotes_prices CHECK ((((0)::numeric < bid_price) AND (bid_price <= ask_price))),
    CONSTRAINT pinned_quotes_sizes CHECK (((bid_size >= (0)::numeric) AND (ask_size >= (0)::numeric)))
);

--
-- Name: tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tokens (
    token_hash text NOT NULL,
    client_id text NOT NULL COLLATE pg_catalog."C",
    issued_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);

--
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    user_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

--
-- Name: __drizzle_migrations id; Type: DEFAULT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);

--
-- Data for Name: __drizzle_migrations; Type: TABLE DATA; Schema: drizzle; Owner: -
--

INSERT INTO drizzle.__drizzle_migrations VALUES
	(1, 'e68953a3796118693be4b69c310e35a109964f9573b73bfa86f97d68b3a6261e', 1795247225208),
	(2, '9e333c5d3a36e565d3c6b458a1b96d0be79c063afdf2b84f8951e25790d85aca', 1795250085362),
	(3, 'e8c558d1e7550dd1c77977b88860e36c962437d807c123c422e63019d23da3c6', 1795253342296),
	(4, '2e6201d064f5f790d3f064438fb91c5b329f7090b7f802a9ae130cbe08bcc304', 1795263981304),
	(5, '6859d984da90bb1cd44a33e676fbf70c25585df56812c2a09b3d54b05299341b', 1795264966791),
	(6, '2b074103f70ae1afab07d8fe5dc4e6031380e0802ea6bc1cd343ef763874fd57', 1795265636941);

--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accounts VALUES
	('acc_F93D7EF81224594C', 'usr_93D8874C8C86F0FC', 100000.000000000000, 4926.700000000000, 0.000000000000, 6, '2026-11-22 09:06:38.359+00', NULL),
	('acc_12B0A3FDC50A56F3', 'usr_93D8874C8C86F0FC', 100000.000000000000, 97696.270000000000, 101.000000000000, 27, '2026-11-22 09:06:40.174+00', NULL),
	('acc_4BA92145B96F7B3A', 'usr_93D8874C8C86F0FC', 100000.000000000000, 99412.676753990000, 114.377500000000, 8, '2026-11-22 09:06:39.515+00', '2026-03-02 21:30:05+00');

--
-- Data for Name: bars; Type: TABLE DATA; Schema: public; Owner: -
--

--
-- Data for Name: client_accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.client_accounts VALUES
	('pk_test_first', 'acc_F93D7EF81224594C'),
	('pk_test_first', 'acc_4BA92145B96F7B3A'),
	('pk_test_first', 'acc_12B0A3FDC50A56F3');

--
-- Data for Name: clients; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.clients VALUES
	('pk_test_first', 'usr_93D8874C8C86F0FC', '6f752b7237c6e81c9f1fdf06e58fb8ed22cbe0f51ef7eeb5a4b8dd0003d089af', 'TRADE', '2026-11-22 09:06:38.359+00', NULL);

--
-- Data for Name: fills; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.fills VALUES
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0DB80000003C50A56F3', 'ord_01KJQH0CC00000001C50A56F3', 'AAPL', 'BUY', 10.000000, 100.000000, 'REGULAR', '2026-03-02 15:00:01+00'),
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0DB80000004C50A56F3', 'ord_01KJQH0CC00000002C50A56F3', 'KO', 'BUY', 3.000000, 73.310000, 'REGULAR', '2026-03-02 15:00:01+00'),
	('acc_4BA92145B96F7B3A', 'fil_01KJQH0DB80000002B96F7B3A', 'ord_01KJQH0CC00000001B96F7B3A', 'AAPL', 'BUY', 5.000000, 100.000000, 'REGULAR', '2026-03-02 15:00:01+00'),
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0F9R0000006C50A56F3', 'ord_01KJQH0EAG0000005C50A56F3', 'AAPL', 'SELL', 4.000000, 104.200000, 'REGULAR', '2026-03-02 15:00:03+00'),
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0H880000008C50A56F3', 'ord_01KJQH0G900000007C50A56F3', 'MSFT', 'BUY', 7.000000, 50.020000, 'REGULAR', '2026-03-02 15:00:05+00'),
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0J7G0000009C50A56F3', 'ord_01KJQH0G900000007C50A56F3', 'MSFT', 'BUY', 7.000000, 50.020000, 'REGULAR', '2026-03-02 15:00:06+00'),
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0K6R000000CC50A56F3', 'ord_01KJQH0G900000007C50A56F3', 'MSFT', 'BUY', 7.000000, 50.020000, 'REGULAR', '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0M60000000KC50A56F3', 'ord_01KJQH0G900000007C50A56F3', 'MSFT', 'BUY', 7.000000, 50.020000, 'REGULAR', '2026-03-02 15:00:08+00'),
	('acc_12B0A3FDC50A56F3', 'fil_01KJQH0N58000000NC50A56F3', 'ord_01KJQH0G900000007C50A56F3', 'MSFT', 'BUY', 2.000000, 50.020000, 'REGULAR', '2026-03-02 15:00:09+00'),
	('acc_4BA92145B96F7B3A', 'fil_01KJQH0P4G0000006B96F7B3A', 'ord_01KJQH0N580000003B96F7B3A', 'JPM', 'BUY', 0.333333, 261.970000, 'REGULAR', '2026-03-02 15:00:10+00'),
	('acc_F93D7EF81224594C', 'fil_01KJQH0R3000000021224594C', 'ord_01KJQH0Q3R00000011224594C', 'AAPL', 'BUY', 2.000000, 104.250000, 'REGULAR', '2026-03-02 15:00:12+00'),
	('acc_F93D7EF81224594C', 'fil_01KJQH0T1G00000061224594C', 'ord_01KJQH0S2800000051224594C', 'KO', 'BUY', 1.000000, 73.300000, 'REGULAR', '2026-03-02 15:00:14+00');

--
-- Data for Name: holdings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.holdings VALUES
	('acc_12B0A3FDC50A56F3', 'KO', 3.000000, 0.000000, 219.930000000000),
	('acc_4BA92145B96F7B3A', 'AAPL', 5.000000, 0.000000, 500.000000000000),
	('acc_12B0A3FDC50A56F3', 'MSFT', 30.000000, 0.000000, 1500.600000000000),
	('acc_4BA92145B96F7B3A', 'JPM', 0.333333, 0.000000, 87.323246010000),
	('acc_F93D7EF81224594C', 'AAPL', 0.000000, 0.000000, 0.000000000000),
	('acc_F93D7EF81224594C', 'KO', 1.000000, 0.000000, 73.300000000000),
	('acc_12B0A3FDC50A56F3', 'AAPL', 6.000000, 0.000000, 600.000000000000);

--
-- Data for Name: instrument_models; Type: TABLE DATA; Schema: public; Owner: -
--

--
-- Data for Name: instruments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.instruments VALUES
	('A', 'Agilent Technologies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AA', 'Alcoa Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AAL', 'American Airlines Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AAPL', 'Apple Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ABBV', 'AbbVie Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ABEV', 'Ambev S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('ABNB', 'Airbnb Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ABT', 'Abbott Laboratories', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ACGL', 'Arch Capital Group Ltd.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ACHR', 'Archer Aviation Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ACN', 'Accenture plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ACWI', 'iShares MSCI ACWI ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('ADBE', 'Adobe Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ADI', 'Analog Devices Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ADM', 'Archer-Daniels-Midland Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ADP', 'Automatic Data Processing Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ADSK', 'Autodesk Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AEE', 'Ameren Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AEP', 'American Electric Power Company Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AES', 'The AES Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AFL', 'Aflac Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AFRM', 'Affirm Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AGG', 'iShares Core U.S. Aggregate Bond ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('AGM', 'Federal Agricultural Mortgage Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('AGNCM', 'AGNC Investment Corp. 6.875% Series D', 'PREFERRED_STOCK', 'XNAS', 'TRADABLE', false),
	('AGNCN', 'AGNC Investment Corp. Floating Rate Series C', 'PREFERRED_STOCK', 'XNAS', 'TRADABLE', false),
	('AI', 'C3.ai Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AIG', 'American International Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AIM', 'AIM ImmunoTech Inc.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('AJG', 'Arthur J. Gallagher & Co.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AKAM', 'Akamai Technologies Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ALB', 'Albemarle Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ALGN', 'Align Technology Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ALL', 'The Allstate Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ALL-PH', 'The Allstate Corporation 5.100% Series H', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('ALLY', 'Ally Financial Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ALNY', 'Alnylam Pharmaceuticals Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AMAT', 'Applied Materials Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AMC', 'AMC Entertainment Holdings Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AMD', 'Advanced Micro Devices Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AMGN', 'Amgen Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AMT', 'American Tower Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AMX', 'America Movil S.A.B. de C.V.', 'DR', 'XNYS', 'TRADABLE', true),
	('AMZN', 'Amazon.com Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ANET', 'Arista Networks Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ANF', 'Abercrombie & Fitch Co.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AON', 'Aon plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('APA', 'APA Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('APD', 'Air Products and Chemicals Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('APH', 'Amphenol Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('APO', 'Apollo Global Management Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('APP', 'AppLovin Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('APTV', 'Aptiv PLC', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ARE', 'Alexandria Real Estate Equities Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ARES', 'Ares Management Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ARGX', 'argenx SE', 'DR', 'XNAS', 'TRADABLE', true),
	('ARKG', 'ARK Genomic Revolution ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('ARKK', 'ARK Innovation ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('ARKW', 'ARK Next Generation Internet ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('ARM', 'Arm Holdings plc', 'DR', 'XNAS', 'TRADABLE', true),
	('ASML', 'ASML Holding N.V.', 'DR', 'XNAS', 'TRADABLE', true),
	('ASTS', 'AST SpaceMobile Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AVB', 'AvalonBay Communities Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AVGO', 'Broadcom Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AXON', 'Axon Enterprise Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('AXP', 'American Express Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('AZN', 'AstraZeneca PLC', 'DR', 'XNAS', 'TRADABLE', true),
	('AZO', 'AutoZone Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BA', 'The Boeing Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BABA', 'Alibaba Group Holding Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('BAC', 'Bank of America Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BAC-PK', 'Bank of America Corporation 5.875% Series HH', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('BAC-PL', 'Bank of America Corporation 7.25% Series L', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('BAC-PO', 'Bank of America Corporation 4.375% Series NN', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('BALL', 'Ball Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BAX', 'Baxter International Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BBD', 'Banco Bradesco S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('BBVA', 'Banco Bilbao Vizcaya Argentaria S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('BBY', 'Best Buy Co. Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BCS', 'Barclays PLC', 'DR', 'XNYS', 'TRADABLE', true),
	('BDX', 'Becton Dickinson and Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BEKE', 'KE Holdings Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('BF.B', 'Brown-Forman Corporation Class B', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BG', 'Bunge Global SA', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BH', 'Biglari Holdings Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('BHP', 'BHP Group Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('BIDU', 'Baidu Inc.', 'DR', 'XNAS', 'TRADABLE', true),
	('BIIB', 'Biogen Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('BIL', 'SPDR Bloomberg 1-3 Month T-Bill ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('BILI', 'Bilibili Inc.', 'DR', 'XNAS', 'TRADABLE', true),
	('BITO', 'ProShares Bitcoin ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('BK', 'The Bank of New York Mellon Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BKNG', 'Booking Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('BKR', 'Baker Hughes Company', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('BLK', 'BlackRock Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BMRN', 'BioMarin Pharmaceutical Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('BMY', 'Bristol-Myers Squibb Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BND', 'Vanguard Total Bond Market ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('BNDX', 'Vanguard Total International Bond ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('BNTX', 'BioNTech SE', 'DR', 'XNAS', 'TRADABLE', true),
	('BP', 'BP p.l.c.', 'DR', 'XNYS', 'TRADABLE', true),
	('BR', 'Broadridge Financial Solutions Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BRK.A', 'Berkshire Hathaway Inc. Class A', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BRK.B', 'Berkshire Hathaway Inc. Class B', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BRO', 'Brown & Brown Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BSX', 'Boston Scientific Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BTG', 'B2Gold Corp.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('BTI', 'British American Tobacco p.l.c.', 'DR', 'XNYS', 'TRADABLE', true),
	('BWA', 'BorgWarner Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BX', 'Blackstone Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BXP', 'BXP Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('BYD', 'Boyd Gaming Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('BYND', 'Beyond Meat Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('C', 'Citigroup Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('C-PN', 'Citigroup Capital XIII 7.875%', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('CABO', 'Cable One Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('CAG', 'Conagra Brands Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CAH', 'Cardinal Health Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CARR', 'Carrier Global Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CART', 'Maplebear Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CASY', 'Casey''s General Stores Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CAT', 'Caterpillar Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CB', 'Chubb Limited', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CBOE', 'Cboe Global Markets Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CBRE', 'CBRE Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CCEP', 'Coca-Cola Europacific Partners PLC', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CCI', 'Crown Castle Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CCL', 'Carnival Corporation & plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CDNS', 'Cadence Design Systems Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CDW', 'CDW Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CEG', 'Constellation Energy Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CF', 'CF Industries Holdings Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CFG', 'Citizens Financial Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CHKP', 'Check Point Software Technologies Ltd.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CHRD', 'Chord Energy Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CHRW', 'C.H. Robinson Worldwide Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CHTR', 'Charter Communications Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CHWY', 'Chewy Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CI', 'The Cigna Group', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CIEN', 'Ciena Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CIFR', 'Cipher Mining Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CINF', 'Cincinnati Financial Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CIX', 'CompX International Inc.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('CL', 'Colgate-Palmolive Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CLF', 'Cleveland-Cliffs Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CLSK', 'CleanSpark Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CLX', 'The Clorox Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CMCSA', 'Comcast Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CME', 'CME Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CMG', 'Chipotle Mexican Grill Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CMI', 'Cummins Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CMS', 'CMS Energy Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CNC', 'Centene Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('COF', 'Capital One Financial Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('COF-PI', 'Capital One Financial Corporation 5.00% Series I', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('COHR', 'Coherent Corp.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('COIN', 'Coinbase Global Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('COKE', 'Coca-Cola Consolidated Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', false),
	('COO', 'The Cooper Companies Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('COOP', 'Mr. Cooper Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('COP', 'ConocoPhillips', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('COR', 'Cencora Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('COST', 'Costco Wholesale Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CPRT', 'Copart Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CRH', 'CRH plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CRM', 'Salesforce Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CROX', 'Crocs Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CRUS', 'Cirrus Logic Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CRWD', 'CrowdStrike Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CSCO', 'Cisco Systems Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CSGP', 'CoStar Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CSX', 'CSX Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CTAS', 'Cintas Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CTSH', 'Cognizant Technology Solutions Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CVLT', 'CommVault Systems Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('CVNA', 'Carvana Co.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CVS', 'CVS Health Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CVX', 'Chevron Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('CX', 'CEMEX S.A.B. de C.V.', 'DR', 'XNYS', 'TRADABLE', true),
	('CZR', 'Caesars Entertainment Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('D', 'Dominion Energy Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DAL', 'Delta Air Lines Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DASH', 'DoorDash Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('DBC', 'Invesco DB Commodity Index Tracking Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('DD', 'DuPont de Nemours Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DDOG', 'Datadog Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('DE', 'Deere & Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DECK', 'Deckers Outdoor Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DELL', 'Dell Technologies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DEO', 'Diageo plc', 'DR', 'XNYS', 'TRADABLE', true),
	('DG', 'Dollar General Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DGX', 'Quest Diagnostics Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DHI', 'D.R. Horton Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DHR', 'Danaher Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DIA', 'SPDR Dow Jones Industrial Average ETF Trust', 'ETF', 'ARCX', 'TRADABLE', true),
	('DIS', 'The Walt Disney Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DJCO', 'Daily Journal Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', false),
	('DKNG', 'DraftKings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('DLR', 'Digital Realty Trust Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DLR-PK', 'Digital Realty Trust Inc. 5.850% Series K', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false);
INSERT INTO public.instruments VALUES
	('DLTR', 'Dollar Tree Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('DOCU', 'DocuSign Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('DOV', 'Dover Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DOW', 'Dow Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DTE', 'DTE Energy Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DUK', 'Duke Energy Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DUOL', 'Duolingo Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('DVN', 'Devon Energy Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('DXCM', 'DexCom Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EA', 'Electronic Arts Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EBAY', 'eBay Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ECL', 'Ecolab Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ED', 'Consolidated Edison Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EDU', 'New Oriental Education & Technology Group Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('EEM', 'iShares MSCI Emerging Markets ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EFA', 'iShares MSCI EAFE ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EL', 'The Estee Lauder Companies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ELV', 'Elevance Health Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EMB', 'iShares J.P. Morgan USD Emerging Markets Bond ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('EMR', 'Emerson Electric Co.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ENPH', 'Enphase Energy Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ENTG', 'Entegris Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EOG', 'EOG Resources Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EPAM', 'EPAM Systems Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EQR', 'Equity Residential', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EQT', 'EQT Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EQX', 'Equinox Gold Corp.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('ERIC', 'Telefonaktiebolaget LM Ericsson', 'DR', 'XNAS', 'TRADABLE', true),
	('ERIE', 'Erie Indemnity Company', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ES', 'Eversource Energy', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ETN', 'Eaton Corporation plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ETR', 'Entergy Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ETSY', 'Etsy Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EVI', 'EVI Industries Inc.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('EVR', 'Evercore Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EVRG', 'Evergy Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EW', 'Edwards Lifesciences Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EWG', 'iShares MSCI Germany ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EWJ', 'iShares MSCI Japan ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EWT', 'iShares MSCI Taiwan ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EWU', 'iShares MSCI United Kingdom ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EWY', 'iShares MSCI South Korea ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EWZ', 'iShares MSCI Brazil ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('EXC', 'Exelon Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EXEL', 'Exelixis Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EXPD', 'Expeditors International of Washington Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EXPE', 'Expedia Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('EXR', 'Extra Space Storage Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('EZU', 'iShares MSCI Eurozone ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('F', 'Ford Motor Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FANG', 'Diamondback Energy Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FAS', 'Direxion Daily Financial Bull 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('FAST', 'Fastenal Company', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FBTC', 'Fidelity Wise Origin Bitcoin Fund', 'ETF', 'BATS', 'TRADABLE', true),
	('FCEL', 'FuelCell Energy Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FCNCA', 'First Citizens BancShares Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', false),
	('FCX', 'Freeport-McMoRan Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FDS', 'FactSet Research Systems Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FDX', 'FedEx Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FE', 'FirstEnergy Corp.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FFIV', 'F5 Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FICO', 'Fair Isaac Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FIS', 'Fidelity National Information Services Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FISV', 'Fiserv Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FITB', 'Fifth Third Bancorp', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FITBI', 'Fifth Third Bancorp 6.625% Series I', 'PREFERRED_STOCK', 'XNAS', 'TRADABLE', false),
	('FIVE', 'Five Below Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FLUT', 'Flutter Entertainment plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FNF', 'Fidelity National Financial Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FOUR', 'Shift4 Payments Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('FOX', 'Fox Corporation Class B', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FOXA', 'Fox Corporation Class A', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FSLR', 'First Solar Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FTNT', 'Fortinet Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('FXI', 'iShares China Large-Cap ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('GAP', 'The Gap Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GBTC', 'Grayscale Bitcoin Trust ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('GD', 'General Dynamics Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GDX', 'VanEck Gold Miners ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('GDXJ', 'VanEck Junior Gold Miners ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('GE', 'GE Aerospace', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GEHC', 'GE HealthCare Technologies Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GEN', 'Gen Digital Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GEV', 'GE Vernova Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GFI', 'Gold Fields Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('GFS', 'GLOBALFOUNDRIES Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GGB', 'Gerdau S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('GHC', 'Graham Holdings Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('GILD', 'Gilead Sciences Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GIS', 'General Mills Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GLD', 'SPDR Gold Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('GLW', 'Corning Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GM', 'General Motors Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GME', 'GameStop Corp.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GNTX', 'Gentex Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GOOG', 'Alphabet Inc. Class C', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GOOGL', 'Alphabet Inc. Class A', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GOVT', 'iShares U.S. Treasury Bond ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('GPC', 'Genuine Parts Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GPN', 'Global Payments Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GRAB', 'Grab Holdings Limited', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('GRFS', 'Grifols S.A.', 'DR', 'XNAS', 'TRADABLE', true),
	('GS', 'The Goldman Sachs Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('GS-PA', 'The Goldman Sachs Group Inc. Floating Rate Series A', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('GS-PD', 'The Goldman Sachs Group Inc. Floating Rate Series D', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('GSK', 'GSK plc', 'DR', 'XNYS', 'TRADABLE', true),
	('GWW', 'W.W. Grainger Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HAL', 'Halliburton Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HAS', 'Hasbro Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('HBAN', 'Huntington Bancshares Incorporated', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('HBANP', 'Huntington Bancshares Incorporated 4.500% Series H', 'PREFERRED_STOCK', 'XNAS', 'TRADABLE', false),
	('HCA', 'HCA Healthcare Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HD', 'The Home Depot Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HDB', 'HDFC Bank Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('HEI.A', 'HEICO Corporation Class A', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HIG', 'The Hartford Insurance Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HII', 'Huntington Ingalls Industries Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HIMS', 'Hims & Hers Health Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HLT', 'Hilton Worldwide Holdings Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HMC', 'Honda Motor Co. Ltd.', 'DR', 'XNYS', 'TRADABLE', true),
	('HMY', 'Harmony Gold Mining Company Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('HOG', 'Harley-Davidson Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HOLX', 'Hologic Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('HON', 'Honeywell International Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('HOOD', 'Robinhood Markets Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('HPE', 'Hewlett Packard Enterprise Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HPQ', 'HP Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HRL', 'Hormel Foods Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HSBC', 'HSBC Holdings plc', 'DR', 'XNYS', 'TRADABLE', true),
	('HSIC', 'Henry Schein Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('HSY', 'The Hershey Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HTHT', 'H World Group Limited', 'DR', 'XNAS', 'TRADABLE', true),
	('HUBS', 'HubSpot Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HUM', 'Humana Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HWM', 'Howmet Aerospace Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('HYG', 'iShares iBoxx $ High Yield Corporate Bond ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('IAU', 'iShares Gold Trust', 'ETF', 'ARCX', 'TRADABLE', true),
	('IBB', 'iShares Biotechnology ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('IBIT', 'iShares Bitcoin Trust ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('IBKR', 'Interactive Brokers Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('IBM', 'International Business Machines Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('IBN', 'ICICI Bank Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('ICE', 'Intercontinental Exchange Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ICLN', 'iShares Global Clean Energy ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('IDXX', 'IDEXX Laboratories Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('IEF', 'iShares 7-10 Year Treasury Bond ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('IGV', 'iShares Expanded Tech-Software Sector ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('IJH', 'iShares Core S&P Mid-Cap ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('IJR', 'iShares Core S&P Small-Cap ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('ILMN', 'Illumina Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('IMO', 'Imperial Oil Limited', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('INCY', 'Incyte Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('INDA', 'iShares MSCI India ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('INFY', 'Infosys Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('ING', 'ING Groep N.V.', 'DR', 'XNYS', 'TRADABLE', true),
	('INTC', 'Intel Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('INTU', 'Intuit Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('INVH', 'Invitation Homes Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('IONQ', 'IonQ Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('IP', 'International Paper Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('IQV', 'IQVIA Holdings Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('IR', 'Ingersoll Rand Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('IREN', 'IREN Limited', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('IRM', 'Iron Mountain Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ISRG', 'Intuitive Surgical Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('IT', 'Gartner Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ITA', 'iShares U.S. Aerospace & Defense ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('ITB', 'iShares U.S. Home Construction ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('ITRG', 'Integra Resources Corp.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('ITUB', 'Itau Unibanco Holding S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('ITW', 'Illinois Tool Works Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('IVV', 'iShares Core S&P 500 ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('IWD', 'iShares Russell 1000 Value ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('IWF', 'iShares Russell 1000 Growth ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('IWM', 'iShares Russell 2000 ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('IXUS', 'iShares Core MSCI Total International Stock ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('JBHT', 'J.B. Hunt Transport Services Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('JBLU', 'JetBlue Airways Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('JCI', 'Johnson Controls International plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('JD', 'JD.com Inc.', 'DR', 'XNAS', 'TRADABLE', true),
	('JEF', 'Jefferies Financial Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('JEPI', 'JPMorgan Equity Premium Income ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('JEPQ', 'JPMorgan Nasdaq Equity Premium Income ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('JKHY', 'Jack Henry & Associates Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('JLL', 'Jones Lang LaSalle Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('JNJ', 'Johnson & Johnson', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('JNK', 'SPDR Bloomberg High Yield Bond ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('JPM', 'JPMorgan Chase & Co.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('JPM-PC', 'JPMorgan Chase & Co. 6.00% Series EE', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('JPM-PD', 'JPMorgan Chase & Co. 5.75% Series DD', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('JPM-PM', 'JPMorgan Chase & Co. 4.20% Series MM', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('K', 'Kellanova', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KB', 'KB Financial Group Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('KBE', 'SPDR S&P Bank ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('KDP', 'Keurig Dr Pepper Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('KEP', 'Korea Electric Power Corporation', 'DR', 'XNYS', 'TRADABLE', true),
	('KEY', 'KeyCorp', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KEY-PK', 'KeyCorp 5.65% Series F', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('KEYS', 'Keysight Technologies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KHC', 'The Kraft Heinz Company', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true);
INSERT INTO public.instruments VALUES
	('KKR', 'KKR & Co. Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KLAC', 'KLA Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('KMB', 'Kimberly-Clark Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KMI', 'Kinder Morgan Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KMX', 'CarMax Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KO', 'The Coca-Cola Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KR', 'The Kroger Co.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KRE', 'SPDR S&P Regional Banking ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('KSS', 'Kohl''s Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KT', 'KT Corporation', 'DR', 'XNYS', 'TRADABLE', true),
	('KVUE', 'Kenvue Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('KWEB', 'KraneShares CSI China Internet ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('LABU', 'Direxion Daily S&P Biotech Bull 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('LCID', 'Lucid Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LEGN', 'Legend Biotech Corporation', 'DR', 'XNAS', 'TRADABLE', true),
	('LEN', 'Lennar Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LEN.B', 'Lennar Corporation Class B', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LH', 'Labcorp Holdings Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LHX', 'L3Harris Technologies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LI', 'Li Auto Inc.', 'DR', 'XNAS', 'TRADABLE', true),
	('LITE', 'Lumentum Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LKQ', 'LKQ Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LLY', 'Eli Lilly and Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LMT', 'Lockheed Martin Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LNT', 'Alliant Energy Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LOW', 'Lowe''s Companies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LPL', 'LG Display Co. Ltd.', 'DR', 'XNYS', 'TRADABLE', true),
	('LPLA', 'LPL Financial Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LQD', 'iShares iBoxx $ Investment Grade Corporate Bond ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('LRCX', 'Lam Research Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LSCC', 'Lattice Semiconductor Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LSTR', 'Landstar System Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LULU', 'lululemon athletica inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LUV', 'Southwest Airlines Co.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LVS', 'Las Vegas Sands Corp.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LYB', 'LyondellBasell Industries N.V.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('LYFT', 'Lyft Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('LYG', 'Lloyds Banking Group plc', 'DR', 'XNYS', 'TRADABLE', true),
	('LYV', 'Live Nation Entertainment Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('M', 'Macy''s Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MA', 'Mastercard Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MANH', 'Manhattan Associates Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MAR', 'Marriott International Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MARA', 'MARA Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MAT', 'Mattel Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MBB', 'iShares MBS ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('MCD', 'McDonald''s Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MCHI', 'iShares MSCI China ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('MCHP', 'Microchip Technology Incorporated', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MCK', 'McKesson Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MCO', 'Moody''s Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MDB', 'MongoDB Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MDLZ', 'Mondelez International Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MDT', 'Medtronic plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MDY', 'SPDR S&P MidCap 400 ETF Trust', 'ETF', 'ARCX', 'TRADABLE', true),
	('MELI', 'MercadoLibre Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MET', 'MetLife Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MET-PA', 'MetLife Inc. Floating Rate Series A', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('MET-PE', 'MetLife Inc. 5.625% Series E', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('META', 'Meta Platforms Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MGM', 'MGM Resorts International', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MGPI', 'MGP Ingredients Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', false),
	('MIDD', 'The Middleby Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MKC', 'McCormick & Company Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MKL', 'Markel Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('MLM', 'Martin Marietta Materials Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MMC', 'Marsh & McLennan Companies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MMM', '3M Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MNST', 'Monster Beverage Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MO', 'Altria Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MOG.A', 'Moog Inc. Class A', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MOH', 'Molina Healthcare Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MOS', 'The Mosaic Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MPC', 'Marathon Petroleum Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MPWR', 'Monolithic Power Systems Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MRK', 'Merck & Co. Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MRNA', 'Moderna Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MRVL', 'Marvell Technology Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MS', 'Morgan Stanley', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MS-PA', 'Morgan Stanley Floating Rate Series A', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('MS-PE', 'Morgan Stanley 7.125% Series E', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('MS-PK', 'Morgan Stanley 5.85% Series K', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('MSCI', 'MSCI Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MSFT', 'Microsoft Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MSI', 'Motorola Solutions Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MSTR', 'Strategy Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MTB', 'M&T Bank Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MTD', 'Mettler-Toledo International Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('MTUM', 'iShares MSCI USA Momentum Factor ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('MU', 'Micron Technology Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('MUFG', 'Mitsubishi UFJ Financial Group Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('NATH', 'Nathan''s Famous Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', false),
	('NBIX', 'Neurocrine Biosciences Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NCLH', 'Norwegian Cruise Line Holdings Ltd.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NDAQ', 'Nasdaq Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NDSN', 'Nordson Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NEE', 'NextEra Energy Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NEM', 'Newmont Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NET', 'Cloudflare Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NFLX', 'Netflix Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NGD', 'New Gold Inc.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('NHC', 'National HealthCare Corporation', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('NIO', 'NIO Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('NKE', 'NIKE Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NOC', 'Northrop Grumman Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NOK', 'Nokia Corporation', 'DR', 'XNYS', 'TRADABLE', true),
	('NOW', 'ServiceNow Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NRG', 'NRG Energy Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NSC', 'Norfolk Southern Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NTAP', 'NetApp Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NTES', 'NetEase Inc.', 'DR', 'XNAS', 'TRADABLE', true),
	('NTNX', 'Nutanix Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NTRS', 'Northern Trust Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NU', 'Nu Holdings Ltd.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NUE', 'Nucor Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NUGT', 'Direxion Daily Gold Miners Index Bull 2X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('NVDA', 'NVIDIA Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NVDL', 'GraniteShares 2x Long NVDA Daily ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('NVO', 'Novo Nordisk A/S', 'DR', 'XNYS', 'TRADABLE', true),
	('NVR', 'NVR Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('NVS', 'Novartis AG', 'DR', 'XNYS', 'TRADABLE', true),
	('NWSA', 'News Corporation Class A', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('NXPI', 'NXP Semiconductors N.V.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('O', 'Realty Income Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ODFL', 'Old Dominion Freight Line Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('OKE', 'ONEOK Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('OKLO', 'Oklo Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('OKTA', 'Okta Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('OMC', 'Omnicom Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ON', 'ON Semiconductor Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('OPEN', 'Opendoor Technologies Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ORCL', 'Oracle Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ORLY', 'O''Reilly Automotive Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('OSCR', 'Oscar Health Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('OTIS', 'Otis Worldwide Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('OWL', 'Blue Owl Capital Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('OXY', 'Occidental Petroleum Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PANW', 'Palo Alto Networks Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PATH', 'UiPath Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PAYX', 'Paychex Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PBR', 'Petroleo Brasileiro S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('PCAR', 'PACCAR Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PCG', 'PG&E Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PDD', 'PDD Holdings Inc.', 'DR', 'XNAS', 'TRADABLE', true),
	('PEG', 'Public Service Enterprise Group Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PEP', 'PepsiCo Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PFE', 'Pfizer Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PFG', 'Principal Financial Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PG', 'The Procter & Gamble Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PGR', 'The Progressive Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PH', 'Parker-Hannifin Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PHM', 'PulteGroup Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PINS', 'Pinterest Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PKX', 'POSCO Holdings Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('PLD', 'Prologis Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PLTR', 'Palantir Technologies Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PLUG', 'Plug Power Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PM', 'Philip Morris International Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PNC', 'The PNC Financial Services Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PODD', 'Insulet Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('POOL', 'Pool Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PPG', 'PPG Industries Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PPL', 'PPL Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PRU', 'Prudential Financial Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PSA', 'Public Storage', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PSA-PH', 'Public Storage 5.60% Series H', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('PSA-PK', 'Public Storage 4.75% Series K', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('PSTG', 'Pure Storage Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PSX', 'Phillips 66', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PTC', 'PTC Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PTON', 'Peloton Interactive Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('PWR', 'Quanta Services Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('PYPL', 'PayPal Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('QCOM', 'QUALCOMM Incorporated', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('QQQ', 'Invesco QQQ Trust', 'ETF', 'XNAS', 'TRADABLE', true),
	('QQQM', 'Invesco NASDAQ 100 ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('QRVO', 'Qorvo Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('QS', 'QuantumScape Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('QUAL', 'iShares MSCI USA Quality Factor ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('RBLX', 'Roblox Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('RCL', 'Royal Caribbean Cruises Ltd.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('REGN', 'Regeneron Pharmaceuticals Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('RF', 'Regions Financial Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('RF-PE', 'Regions Financial Corporation 4.45% Series E', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('RGLD', 'Royal Gold Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('RGTI', 'Rigetti Computing Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('RIO', 'Rio Tinto plc', 'DR', 'XNYS', 'TRADABLE', true),
	('RIOT', 'Riot Platforms Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('RIVN', 'Rivian Automotive Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('RKLB', 'Rocket Lab Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('RL', 'Ralph Lauren Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('RMD', 'ResMed Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ROK', 'Rockwell Automation Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ROKU', 'Roku Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ROP', 'Roper Technologies Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ROST', 'Ross Stores Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('RSG', 'Republic Services Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('RSP', 'Invesco S&P 500 Equal Weight ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('RTX', 'RTX Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('RYAAY', 'Ryanair Holdings plc', 'DR', 'XNAS', 'TRADABLE', true);
INSERT INTO public.instruments VALUES
	('SAIA', 'Saia Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SAN', 'Banco Santander S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('SAP', 'SAP SE', 'DR', 'XNYS', 'TRADABLE', true),
	('SBUX', 'Starbucks Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SCHD', 'Schwab U.S. Dividend Equity ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('SCHW', 'The Charles Schwab Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SCHW-PD', 'The Charles Schwab Corporation 5.95% Series D', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('SCHW-PJ', 'The Charles Schwab Corporation 4.450% Series J', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('SDS', 'ProShares UltraShort S&P500', 'ETF', 'ARCX', 'TRADABLE', true),
	('SE', 'Sea Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('SEB', 'Seaboard Corporation', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('SENEA', 'Seneca Foods Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', false),
	('SFM', 'Sprouts Farmers Market Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SH', 'ProShares Short S&P500', 'ETF', 'ARCX', 'TRADABLE', true),
	('SHEL', 'Shell plc', 'DR', 'XNYS', 'TRADABLE', true),
	('SHG', 'Shinhan Financial Group Co. Ltd.', 'DR', 'XNYS', 'TRADABLE', true),
	('SHW', 'The Sherwin-Williams Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SHY', 'iShares 1-3 Year Treasury Bond ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('SIRI', 'Sirius XM Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SJM', 'The J. M. Smucker Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SKM', 'SK Telecom Co. Ltd.', 'DR', 'XNYS', 'TRADABLE', true),
	('SLB', 'SLB N.V.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SLV', 'iShares Silver Trust', 'ETF', 'ARCX', 'TRADABLE', true),
	('SMCI', 'Super Micro Computer Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SMFG', 'Sumitomo Mitsui Financial Group Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('SMH', 'VanEck Semiconductor ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('SNAP', 'Snap Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SNDL', 'SNDL Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SNOW', 'Snowflake Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SNPS', 'Synopsys Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SNY', 'Sanofi', 'DR', 'XNAS', 'TRADABLE', true),
	('SO', 'The Southern Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SOFI', 'SoFi Technologies Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SONY', 'Sony Group Corporation', 'DR', 'XNYS', 'TRADABLE', true),
	('SOXL', 'Direxion Daily Semiconductor Bull 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('SOXS', 'Direxion Daily Semiconductor Bear 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('SOXX', 'iShares Semiconductor ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('SPG', 'Simon Property Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SPGI', 'S&P Global Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SPLG', 'SPDR Portfolio S&P 500 ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('SPOT', 'Spotify Technology S.A.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SPXL', 'Direxion Daily S&P 500 Bull 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('SPXS', 'Direxion Daily S&P 500 Bear 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('SPXU', 'ProShares UltraPro Short S&P 500', 'ETF', 'ARCX', 'TRADABLE', true),
	('SPY', 'SPDR S&P 500 ETF Trust', 'ETF', 'ARCX', 'TRADABLE', true),
	('SQM', 'Sociedad Quimica y Minera de Chile S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('SQQQ', 'ProShares UltraPro Short QQQ', 'ETF', 'XNAS', 'TRADABLE', true),
	('SRE', 'Sempra', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SRPT', 'Sarepta Therapeutics Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SSNC', 'SS&C Technologies Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SSO', 'ProShares Ultra S&P500', 'ETF', 'ARCX', 'TRADABLE', true),
	('STLD', 'Steel Dynamics Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('STRK', 'Strategy Inc. 8.00% Series A Perpetual Strike', 'PREFERRED_STOCK', 'XNAS', 'TRADABLE', false),
	('STT', 'State Street Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('STX', 'Seagate Technology Holdings plc', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('STZ', 'Constellation Brands Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SVXY', 'ProShares Short VIX Short-Term Futures ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('SWKS', 'Skyworks Solutions Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('SYF', 'Synchrony Financial', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SYK', 'Stryker Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('SYY', 'Sysco Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('T', 'AT&T Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('T-PA', 'AT&T Inc. 5.000% Series A', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('T-PC', 'AT&T Inc. 4.750% Series C', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('TAK', 'Takeda Pharmaceutical Company Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('TAL', 'TAL Education Group', 'DR', 'XNYS', 'TRADABLE', true),
	('TAP', 'Molson Coors Beverage Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TCOM', 'Trip.com Group Limited', 'DR', 'XNAS', 'TRADABLE', true),
	('TDG', 'TransDigm Group Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TEAM', 'Atlassian Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TECH', 'Bio-Techne Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TEL', 'TE Connectivity plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TER', 'Teradyne Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TFC', 'Truist Financial Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TFC-PR', 'Truist Financial Corporation 4.750% Series R', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('TGT', 'Target Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('THC', 'Tenet Healthcare Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TIP', 'iShares TIPS Bond ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('TJX', 'The TJX Companies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TLT', 'iShares 20+ Year Treasury Bond ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('TM', 'Toyota Motor Corporation', 'DR', 'XNYS', 'TRADABLE', true),
	('TME', 'Tencent Music Entertainment Group', 'DR', 'XNYS', 'TRADABLE', true),
	('TMO', 'Thermo Fisher Scientific Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TMUS', 'T-Mobile US Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TNA', 'Direxion Daily Small Cap Bull 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('TOST', 'Toast Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TPL', 'Texas Pacific Land Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('TPR', 'Tapestry Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TQQQ', 'ProShares UltraPro QQQ', 'ETF', 'XNAS', 'TRADABLE', true),
	('TRMB', 'Trimble Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TROW', 'T. Rowe Price Group Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TRV', 'The Travelers Companies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TSCO', 'Tractor Supply Company', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TSLA', 'Tesla Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TSM', 'Taiwan Semiconductor Manufacturing Company Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('TSN', 'Tyson Foods Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TT', 'Trane Technologies plc', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TTD', 'The Trade Desk Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TTE', 'TotalEnergies SE', 'DR', 'XNYS', 'TRADABLE', true),
	('TTWO', 'Take-Two Interactive Software Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TWLO', 'Twilio Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TXN', 'Texas Instruments Incorporated', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TXRH', 'Texas Roadhouse Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('TXT', 'Textron Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TYL', 'Tyler Technologies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('TZA', 'Direxion Daily Small Cap Bear 3X Shares', 'ETF', 'ARCX', 'TRADABLE', true),
	('U', 'Unity Software Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('UAL', 'United Airlines Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('UAMY', 'United States Antimony Corporation', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('UBER', 'Uber Technologies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('UCO', 'ProShares Ultra Bloomberg Crude Oil', 'ETF', 'ARCX', 'TRADABLE', true),
	('UEC', 'Uranium Energy Corp.', 'COMMON_STOCK', 'XASE', 'TRADABLE', false),
	('UHS', 'Universal Health Services Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('UL', 'Unilever PLC', 'DR', 'XNYS', 'TRADABLE', true),
	('ULTA', 'Ulta Beauty Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('UNG', 'United States Natural Gas Fund LP', 'ETF', 'ARCX', 'TRADABLE', true),
	('UNH', 'UnitedHealth Group Incorporated', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('UNP', 'Union Pacific Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('UPRO', 'ProShares UltraPro S&P 500', 'ETF', 'ARCX', 'TRADABLE', true),
	('UPS', 'United Parcel Service Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('UPST', 'Upstart Holdings Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('URI', 'United Rentals Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('USB', 'U.S. Bancorp', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('USB-PH', 'U.S. Bancorp Floating Rate Series B', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('USB-PP', 'U.S. Bancorp 5.50% Series K', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('USMV', 'iShares MSCI USA Min Vol Factor ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('USO', 'United States Oil Fund LP', 'ETF', 'ARCX', 'TRADABLE', true),
	('UTHR', 'United Therapeutics Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('UVXY', 'ProShares Ultra VIX Short-Term Futures ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('V', 'Visa Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VALE', 'Vale S.A.', 'DR', 'XNYS', 'TRADABLE', true),
	('VCIT', 'Vanguard Intermediate-Term Corporate Bond ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('VCSH', 'Vanguard Short-Term Corporate Bond ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('VEA', 'Vanguard FTSE Developed Markets ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VEEV', 'Veeva Systems Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VFC', 'V.F. Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VICI', 'VICI Properties Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VIG', 'Vanguard Dividend Appreciation ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VIPS', 'Vipshop Holdings Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('VLO', 'Valero Energy Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VLUE', 'iShares MSCI USA Value Factor ETF', 'ETF', 'BATS', 'TRADABLE', true),
	('VMC', 'Vulcan Materials Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VNQ', 'Vanguard Real Estate ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VOD', 'Vodafone Group Public Limited Company', 'DR', 'XNAS', 'TRADABLE', true),
	('VOO', 'Vanguard S&P 500 ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VRSK', 'Verisk Analytics Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('VRSN', 'VeriSign Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('VRT', 'Vertiv Holdings Co', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VRTX', 'Vertex Pharmaceuticals Incorporated', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('VST', 'Vistra Corp.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VTI', 'Vanguard Total Stock Market ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VTR', 'Ventas Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('VTRS', 'Viatris Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('VTV', 'Vanguard Value ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VUG', 'Vanguard Growth ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VWO', 'Vanguard FTSE Emerging Markets ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VXUS', 'Vanguard Total International Stock ETF', 'ETF', 'XNAS', 'TRADABLE', true),
	('VYM', 'Vanguard High Dividend Yield ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('VZ', 'Verizon Communications Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WAT', 'Waters Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WB', 'Weibo Corporation', 'DR', 'XNAS', 'TRADABLE', true),
	('WBD', 'Warner Bros. Discovery Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('WDAY', 'Workday Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('WDC', 'Western Digital Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('WEC', 'WEC Energy Group Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WELL', 'Welltower Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WF', 'Woori Financial Group Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('WFC', 'Wells Fargo & Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WFC-PL', 'Wells Fargo & Company 7.50% Series L', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('WFC-PZ', 'Wells Fargo & Company 4.75% Series Z', 'PREFERRED_STOCK', 'XNYS', 'TRADABLE', false),
	('WHR', 'Whirlpool Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WING', 'Wingstop Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('WIT', 'Wipro Limited', 'DR', 'XNYS', 'TRADABLE', true),
	('WM', 'Waste Management Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WMB', 'The Williams Companies Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WMT', 'Walmart Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WSM', 'Williams-Sonoma Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WTM', 'White Mountains Insurance Group Ltd.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', false),
	('WTW', 'Willis Towers Watson Public Limited Company', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('WY', 'Weyerhaeuser Company', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('WYNN', 'Wynn Resorts Limited', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('XBI', 'SPDR S&P Biotech ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('XEL', 'Xcel Energy Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('XHB', 'SPDR S&P Homebuilders ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLB', 'Materials Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLC', 'Communication Services Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLE', 'Energy Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLF', 'Financial Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLI', 'Industrial Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLK', 'Technology Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLP', 'Consumer Staples Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLRE', 'Real Estate Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLU', 'Utilities Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLV', 'Health Care Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XLY', 'Consumer Discretionary Select Sector SPDR Fund', 'ETF', 'ARCX', 'TRADABLE', true),
	('XME', 'SPDR S&P Metals and Mining ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('XOM', 'Exxon Mobil Corporation', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('XOP', 'SPDR S&P Oil & Gas Exploration & Production ETF', 'ETF', 'ARCX', 'TRADABLE', true),
	('XPEV', 'XPeng Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('XRT', 'SPDR S&P Retail ETF', 'ETF', 'ARCX', 'TRADABLE', true);
INSERT INTO public.instruments VALUES
	('XYZ', 'Block Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('YPF', 'YPF Sociedad Anonima', 'DR', 'XNYS', 'TRADABLE', true),
	('YUM', 'Yum! Brands Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true),
	('ZBRA', 'Zebra Technologies Corporation', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ZION', 'Zions Bancorporation N.A.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ZM', 'Zoom Communications Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ZS', 'Zscaler Inc.', 'COMMON_STOCK', 'XNAS', 'TRADABLE', true),
	('ZTO', 'ZTO Express (Cayman) Inc.', 'DR', 'XNYS', 'TRADABLE', true),
	('ZTS', 'Zoetis Inc.', 'COMMON_STOCK', 'XNYS', 'TRADABLE', true);

--
-- Data for Name: market_controls; Type: TABLE DATA; Schema: public; Owner: -
--

--
-- Data for Name: market_progress; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.market_progress VALUES
	(true, '2026-03-02 21:30:05+00');

--
-- Data for Name: order_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.order_events VALUES
	('acc_12B0A3FDC50A56F3', 1, 'ord_01KJQH0CC00000001C50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:00+00'),
	('acc_12B0A3FDC50A56F3', 2, 'ord_01KJQH0CC00000002C50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:00+00'),
	('acc_4BA92145B96F7B3A', 1, 'ord_01KJQH0CC00000001B96F7B3A', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:00+00'),
	('acc_12B0A3FDC50A56F3', 3, 'ord_01KJQH0CC00000001C50A56F3', 'FILLED', 10.000000, 1000.000000000000, 'fil_01KJQH0DB80000003C50A56F3', '2026-03-02 15:00:01+00'),
	('acc_12B0A3FDC50A56F3', 4, 'ord_01KJQH0CC00000002C50A56F3', 'FILLED', 3.000000, 219.930000000000, 'fil_01KJQH0DB80000004C50A56F3', '2026-03-02 15:00:01+00'),
	('acc_4BA92145B96F7B3A', 2, 'ord_01KJQH0CC00000001B96F7B3A', 'FILLED', 5.000000, 500.000000000000, 'fil_01KJQH0DB80000002B96F7B3A', '2026-03-02 15:00:01+00'),
	('acc_12B0A3FDC50A56F3', 5, 'ord_01KJQH0EAG0000005C50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:02+00'),
	('acc_12B0A3FDC50A56F3', 6, 'ord_01KJQH0EAG0000005C50A56F3', 'FILLED', 4.000000, 416.800000000000, 'fil_01KJQH0F9R0000006C50A56F3', '2026-03-02 15:00:03+00'),
	('acc_12B0A3FDC50A56F3', 7, 'ord_01KJQH0G900000007C50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:04+00'),
	('acc_12B0A3FDC50A56F3', 8, 'ord_01KJQH0G900000007C50A56F3', 'PARTIALLY_FILLED', 7.000000, 350.140000000000, 'fil_01KJQH0H880000008C50A56F3', '2026-03-02 15:00:05+00'),
	('acc_12B0A3FDC50A56F3', 9, 'ord_01KJQH0G900000007C50A56F3', 'PARTIALLY_FILLED', 14.000000, 700.280000000000, 'fil_01KJQH0J7G0000009C50A56F3', '2026-03-02 15:00:06+00'),
	('acc_12B0A3FDC50A56F3', 10, 'ord_01KJQH0J7G000000AC50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:06+00'),
	('acc_12B0A3FDC50A56F3', 11, 'ord_01KJQH0J7G000000BC50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:06+00'),
	('acc_12B0A3FDC50A56F3', 12, 'ord_01KJQH0G900000007C50A56F3', 'PARTIALLY_FILLED', 21.000000, 1050.420000000000, 'fil_01KJQH0K6R000000CC50A56F3', '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 13, 'ord_01KJQH0J7G000000AC50A56F3', 'CANCELED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 14, 'ord_01KJQH0J7G000000BC50A56F3', 'CANCELED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 15, 'ord_01KJQH0K6R000000FC50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 16, 'ord_01KJQH0K6R000000GC50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 17, 'ord_01KJQH0K6R000000HC50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 18, 'ord_01KJQH0K6R000000FC50A56F3', 'PENDING_CANCEL', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:07+00'),
	('acc_12B0A3FDC50A56F3', 19, 'ord_01KJQH0G900000007C50A56F3', 'PARTIALLY_FILLED', 28.000000, 1400.560000000000, 'fil_01KJQH0M60000000KC50A56F3', '2026-03-02 15:00:08+00'),
	('acc_12B0A3FDC50A56F3', 20, 'ord_01KJQH0K6R000000FC50A56F3', 'CANCELED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:08+00'),
	('acc_12B0A3FDC50A56F3', 21, 'ord_01KJQH0G900000007C50A56F3', 'FILLED', 30.000000, 1500.600000000000, 'fil_01KJQH0N58000000NC50A56F3', '2026-03-02 15:00:09+00'),
	('acc_4BA92145B96F7B3A', 3, 'ord_01KJQH0N580000003B96F7B3A', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:09+00'),
	('acc_4BA92145B96F7B3A', 4, 'ord_01KJQH0N580000004B96F7B3A', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:09+00'),
	('acc_4BA92145B96F7B3A', 5, 'ord_01KJQH0N580000005B96F7B3A', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:09+00'),
	('acc_4BA92145B96F7B3A', 6, 'ord_01KJQH0N580000003B96F7B3A', 'FILLED', 0.333333, 87.323246010000, 'fil_01KJQH0P4G0000006B96F7B3A', '2026-03-02 15:00:10+00'),
	('acc_F93D7EF81224594C', 1, 'ord_01KJQH0Q3R00000011224594C', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:11+00'),
	('acc_F93D7EF81224594C', 2, 'ord_01KJQH0Q3R00000011224594C', 'FILLED', 2.000000, 208.500000000000, 'fil_01KJQH0R3000000021224594C', '2026-03-02 15:00:12+00'),
	('acc_F93D7EF81224594C', 3, 'ord_01KJQH0S2800000031224594C', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:13+00'),
	('acc_F93D7EF81224594C', 4, 'ord_01KJQH0S2800000031224594C', 'CANCELED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:13+00'),
	('acc_F93D7EF81224594C', 5, 'ord_01KJQH0S2800000051224594C', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 15:00:13+00'),
	('acc_F93D7EF81224594C', 6, 'ord_01KJQH0S2800000051224594C', 'FILLED', 1.000000, 73.300000000000, 'fil_01KJQH0T1G00000061224594C', '2026-03-02 15:00:14+00'),
	('acc_12B0A3FDC50A56F3', 22, 'ord_01KJQH0K6R000000GC50A56F3', 'EXPIRED', 0.000000, 0.000000000000, NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 23, 'ord_01KJQH0K6R000000HC50A56F3', 'EXPIRED', 0.000000, 0.000000000000, NULL, '2026-03-02 21:00:00+00'),
	('acc_4BA92145B96F7B3A', 7, 'ord_01KJQH0N580000004B96F7B3A', 'CANCELED', 0.000000, 0.000000000000, NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 24, 'ord_01KJR7AFY0000000RC50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 21:30:00+00'),
	('acc_4BA92145B96F7B3A', 8, 'ord_01KJR7AFY00000008B96F7B3A', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 21:30:00+00'),
	('acc_12B0A3FDC50A56F3', 25, 'ord_01KJR7AFY0000000SC50A56F3', 'SUBMITTED', 0.000000, 0.000000000000, NULL, '2026-03-02 21:30:00+00'),
	('acc_12B0A3FDC50A56F3', 26, 'ord_01KJR7AFY0000000SC50A56F3', 'PENDING_CANCEL', 0.000000, 0.000000000000, NULL, '2026-03-02 21:30:00+00'),
	('acc_12B0A3FDC50A56F3', 27, 'ord_01KJR7AFY0000000SC50A56F3', 'CANCELED', 0.000000, 0.000000000000, NULL, '2026-03-02 21:30:01+00');

--
-- Data for Name: orders; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.orders VALUES
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0CC00000001C50A56F3', 1, 'first-3', 'AAPL', 'BUY', 'MARKET', 'DAY', 10.000000, NULL, 'FILLED', 10.000000, 1000.000000000000, 103.000000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:00+00', '2026-03-02 15:00:01+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0CC00000002C50A56F3', 2, 'first-5', 'KO', 'BUY', 'MARKET', 'DAY', 3.000000, NULL, 'FILLED', 3.000000, 219.930000000000, 75.499000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:00+00', '2026-03-02 15:00:01+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_4BA92145B96F7B3A', 'ord_01KJQH0CC00000001B96F7B3A', 1, 'first-7', 'AAPL', 'BUY', 'MARKET', 'DAY', 5.000000, NULL, 'FILLED', 5.000000, 500.000000000000, 103.000000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:00+00', '2026-03-02 15:00:01+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0EAG0000005C50A56F3', 5, 'first-10', 'AAPL', 'SELL', 'MARKET', 'DAY', 4.000000, NULL, 'FILLED', 4.000000, 416.800000000000, NULL, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:02+00', '2026-03-02 15:00:03+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJR7AFY0000000SC50A56F3', 25, 'first-51', 'AAPL', 'BUY', 'LIMIT', 'DAY', 6.000000, 70.000000, 'CANCELED', 0.000000, 0.000000000000, 70.000000, 0.000000000000, 'AFTER', NULL, '2026-03-02 21:30:00+00', '2026-03-02 21:30:01+00', '2026-03-02 21:30:00+00', '2026-03-03 01:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0J7G000000AC50A56F3', 10, 'first-17', 'MSFT', 'BUY', 'MARKET', 'FOK', 5.000000, NULL, 'CANCELED', 0.000000, 0.000000000000, 51.520600, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:06+00', '2026-03-02 15:00:07+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0J7G000000BC50A56F3', 11, 'first-19', 'MSFT', 'BUY', 'MARKET', 'IOC', 50.000000, NULL, 'CANCELED', 0.000000, 0.000000000000, 51.520600, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:06+00', '2026-03-02 15:00:07+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0K6R000000FC50A56F3', 15, 'first-22', 'AAPL', 'BUY', 'LIMIT', 'DAY', 2.000000, 90.000000, 'CANCELED', 0.000000, 0.000000000000, 90.000000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:07+00', '2026-03-02 15:00:08+00', '2026-03-02 15:00:07+00', '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0G900000007C50A56F3', 7, 'first-14', 'MSFT', 'BUY', 'MARKET', 'DAY', 30.000000, NULL, 'FILLED', 30.000000, 1500.600000000000, 51.520600, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:04+00', '2026-03-02 15:00:09+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_4BA92145B96F7B3A', 'ord_01KJQH0N580000005B96F7B3A', 5, 'first-34', 'AAPL', 'BUY', 'MARKET', 'OPG', 1.000000, NULL, 'SUBMITTED', 0.000000, 0.000000000000, 107.377500, 107.377500000000, 'REGULAR', NULL, '2026-03-02 15:00:09+00', '2026-03-02 15:00:09+00', NULL, '2026-03-03 14:30:00+00'),
	('acc_4BA92145B96F7B3A', 'ord_01KJQH0N580000003B96F7B3A', 3, 'first-30', 'JPM', 'BUY', 'MARKET', 'DAY', 0.333333, NULL, 'FILLED', 0.333333, 87.323246010000, 269.849700, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:09+00', '2026-03-02 15:00:10+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_F93D7EF81224594C', 'ord_01KJQH0Q3R00000011224594C', 1, 'first-37', 'AAPL', 'BUY', 'MARKET', 'DAY', 2.000000, NULL, 'FILLED', 2.000000, 208.500000000000, 107.377500, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:11+00', '2026-03-02 15:00:12+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_F93D7EF81224594C', 'ord_01KJQH0S2800000031224594C', 3, 'first-40', 'AAPL', 'BUY', 'LIMIT', 'DAY', 1.000000, 50.000000, 'CANCELED', 0.000000, 0.000000000000, 50.000000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:13+00', '2026-03-02 15:00:13+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_F93D7EF81224594C', 'ord_01KJQH0S2800000051224594C', 5, 'first-43', 'KO', 'BUY', 'MARKET', 'DAY', 1.000000, NULL, 'FILLED', 1.000000, 73.300000000000, 75.499000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:13+00', '2026-03-02 15:00:14+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0K6R000000GC50A56F3', 16, 'first-24', 'AAPL', 'BUY', 'LIMIT', 'DAY', 3.000000, 80.000000, 'EXPIRED', 0.000000, 0.000000000000, 80.000000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:07+00', '2026-03-02 21:00:00+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJQH0K6R000000HC50A56F3', 17, 'first-26', 'AAPL', 'SELL', 'LIMIT', 'DAY', 2.000000, 300.000000, 'EXPIRED', 0.000000, 0.000000000000, NULL, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:07+00', '2026-03-02 21:00:00+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_4BA92145B96F7B3A', 'ord_01KJQH0N580000004B96F7B3A', 4, 'first-32', 'XOM', 'BUY', 'LIMIT', 'CLS', 1.000000, 1.000000, 'CANCELED', 0.000000, 0.000000000000, 1.000000, 0.000000000000, 'REGULAR', NULL, '2026-03-02 15:00:09+00', '2026-03-02 21:00:00+00', NULL, '2026-03-02 21:00:00+00'),
	('acc_12B0A3FDC50A56F3', 'ord_01KJR7AFY0000000RC50A56F3', 24, 'first-47', 'AAPL', 'BUY', 'LIMIT', 'DAY', 1.000000, 101.000000, 'SUBMITTED', 0.000000, 0.000000000000, 101.000000, 101.000000000000, 'AFTER', NULL, '2026-03-02 21:30:00+00', '2026-03-02 21:30:00+00', NULL, '2026-03-03 01:00:00+00'),
	('acc_4BA92145B96F7B3A', 'ord_01KJR7AFY00000008B96F7B3A', 8, 'first-49', 'KO', 'BUY', 'LIMIT', 'DAY', 7.000000, 1.000000, 'SUBMITTED', 0.000000, 0.000000000000, 1.000000, 7.000000000000, 'AFTER', NULL, '2026-03-02 21:30:00+00', '2026-03-02 21:30:00+00', NULL, '2026-03-03 01:00:00+00');

--
-- Data for Name: pinned_quotes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.pinned_quotes VALUES
	('AAPL', '2026-03-02 15:00:02+00', NULL, 104.200000, 1000.000000, 104.250000, 1000.000000, '749'),
	('AAPL', '2026-03-02 15:00:00+00', '2026-03-02 15:00:02+00', 99.990000, 1000.000000, 100.000000, 1000.000000, '749'),
	('MSFT', '2026-03-02 21:30:05+00', NULL, 51.000000, 11.000000, 51.040000, 11.000000, '818'),
	('MSFT', '2026-03-02 15:00:00+00', '2026-03-02 21:30:05+00', 49.980000, 7.000000, 50.020000, 7.000000, '818');

--
-- Data for Name: tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tokens VALUES
	('9df3290626db7ccb4f67908b77bc35c95c52f24e347627a0046b52612ec88900', 'pk_test_first', '2026-11-22 09:06:46.837+00', '2026-11-22 21:06:46.837+00', NULL);

--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.users VALUES
	('usr_93D8874C8C86F0FC', 'console', '2026-11-22 09:06:38.359+00');

--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE SET; Schema: drizzle; Owner: -
--

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 6, true);

--
-- Name: __drizzle_migrations __drizzle_migrations_pkey; Type: CONSTRAINT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);

--
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);

--
-- Name: bars bars_symbol_interval_starts_at_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bars
    ADD CONSTRAINT bars_symbol_interval_starts_at_pk PRIMARY KEY (symbol, "interval", starts_at);

--
-- Name: client_accounts client_accounts_client_id_account_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_accounts
    ADD CONSTRAINT client_accounts_client_id_account_id_pk PRIMARY KEY (client_id, account_id);

--
-- Name: clients clients_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (client_id);

--
-- Name: fills fills_account_id_fill_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.fills
    ADD CONSTRAINT fills_account_id_fill_id_pk PRIMARY KEY (account_id, fill_id);

--
-- Name: fills fills_one_per_execution; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.fills
    ADD CONSTRAINT fills_one_per_execution UNIQUE (account_id, order_id, filled_at);

--
-- Name: holdings holdings_account_id_symbol_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.holdings
    ADD CONSTRAINT holdings_account_id_symbol_pk PRIMARY KEY (account_id, symbol);

--
-- Name: instrument_models instrument_models_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.instrument_models
    ADD CONSTRAINT instrument_models_pkey PRIMARY KEY (symbol);

--
-- Name: instruments instruments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.instruments
    ADD CONSTRAINT instruments_pkey PRIMARY KEY (symbol);

--
-- Name: market_controls market_controls_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.market_controls
    ADD CONSTRAINT market_controls_pkey PRIMARY KEY ("only");

--
-- Name: market_progress market_progress_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.market_progress
    ADD CONSTRAINT market_progress_pkey PRIMARY KEY ("only");

--
-- Name: order_events order_events_account_id_seq_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_events
    ADD CONSTRAINT order_events_account_id_seq_pk PRIMARY KEY (account_id, seq);

--
-- Name: orders orders_account_id_order_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_account_id_order_id_pk PRIMARY KEY (account_id, order_id);

--
-- Name: orders orders_client_order_id; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_client_order_id UNIQUE (account_id, client_order_id);

--
-- Name: pinned_quotes pinned_quotes_symbol_pinned_at_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pinned_quotes
    ADD CONSTRAINT pinned_quotes_symbol_pinned_at_pk PRIMARY KEY (symbol, pinned_at);

--
-- Name: tokens tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (token_hash);

--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);

--
-- Name: orders_last_chance; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_last_chance ON public.orders USING btree (symbol) WHERE ((status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text])) AND ((status = 'PENDING_CANCEL'::text) OR (time_in_force = ANY (ARRAY['IOC'::text, 'FOK'::text]))));

--
-- Name: orders_open_by_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_open_by_account ON public.orders USING btree (account_id, order_id) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text]));

--
-- Name: orders_open_by_price; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_open_by_price ON public.orders USING btree (symbol, side, limit_price) WHERE ((status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text])) AND (NOT (time_in_force = ANY (ARRAY['OPG'::text, 'CLS'::text]))));

--
-- Name: orders_open_by_validity; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orders_open_by_validity ON public.orders USING btree (valid_until) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'PARTIALLY_FILLED'::text, 'PENDING_CANCEL'::text]));

--
-- Name: pinned_quotes_changes; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX pinned_quotes_changes ON public.pinned_quotes USING btree (changed_in);

--
-- Name: pinned_quotes_standing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX pinned_quotes_standing ON public.pinned_quotes USING btree (symbol) WHERE (released_at IS NULL);

--
-- Name: tokens_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tokens_expiry ON public.tokens USING btree (expires_at);

--
-- Name: tokens_of_client; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tokens_of_client ON public.tokens USING btree (client_id, expires_at);

--
-- Name: accounts accounts_user_id_users_user_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES public.users(user_id);

--
-- Name: bars bars_symbol_instruments_symbol_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bars
    ADD CONSTRAINT bars_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

--
-- Name: client_accounts client_accounts_account_id_accounts_account_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_accounts
    ADD CONSTRAINT client_accounts_account_id_accounts_account_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

--
-- Name: client_accounts client_accounts_client_id_clients_client_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_accounts
    ADD CONSTRAINT client_accounts_client_id_clients_client_id_fk FOREIGN KEY (client_id) REFERENCES public.clients(client_id);

--
-- Name: clients clients_user_id_users_user_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES public.users(user_id);

--
-- Name: fills fills_order; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.fills
    ADD CONSTRAINT fills_order FOREIGN KEY (account_id, order_id) REFERENCES public.orders(account_id, order_id);

--
-- Name: holdings holdings_account_id_accounts_account_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.holdings
    ADD CONSTRAINT holdings_account_id_accounts_account_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

--
-- Name: holdings holdings_symbol_instruments_symbol_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.holdings
    ADD CONSTRAINT holdings_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

--
-- Name: instrument_models instrument_models_symbol_instruments_symbol_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.instrument_models
    ADD CONSTRAINT instrument_models_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

--
-- Name: order_events order_events_order; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.order_events
    ADD CONSTRAINT order_events_order FOREIGN KEY (account_id, order_id) REFERENCES public.orders(account_id, order_id);

--
-- Name: orders orders_account_id_accounts_account_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_account_id_accounts_account_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

--
-- Name: orders orders_symbol_instruments_symbol_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

--
-- Name: pinned_quotes pinned_quotes_symbol_instruments_symbol_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pinned_quotes
    ADD CONSTRAINT pinned_quotes_symbol_instruments_symbol_fk FOREIGN KEY (symbol) REFERENCES public.instruments(symbol);

--
-- Name: tokens tokens_client_id_clients_client_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_client_id_clients_client_id_fk FOREIGN KEY (client_id) REFERENCES public.clients(client_id);

--
-- PostgreSQL database dump complete
--

