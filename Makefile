# Bellhop. The two most important commands: `make up` and `make test`.

SWIFT ?= swift
# quick (the fastest build from scratch), debug or release: see scripts/build-options.sh.
CONFIGURATION ?= quick
export CONFIGURATION SWIFT
# Before version 4.4, make does not export variables to $(shell …).
BELLHOP = $(shell CONFIGURATION='$(CONFIGURATION)' SWIFT='$(SWIFT)' scripts/build.sh --show-bin-path 2>/dev/null)/bellhop
# With PostgreSQL if libpq's headers are installed; determined when a command runs, because the tests install them.
TRAITS = $$(scripts/traits.sh)
# `swift build` of this package, always with the same options, so that nothing is compiled twice.
BUILD = scripts/build.sh
# `swift test` of what $(BUILD) has built.
RUN_TESTS = $(SWIFT) test --skip-build $$(scripts/build-options.sh --place) --disable-xctest
# The arguments for `bellhop up`, for instance: make up ARGS="--port 9090"
ARGS ?=


.PHONY: up build tool api gateway-clients test test-busy test-long nightly around share consumers test-tsan test-asan seeds story gateway-seeds gateway-story bugs crash oracle control-api gateway-api gateway-full fuzz check format promise bench bench-apns bench-gateway bench-transports bench-console bench-check profile docs docs-site pictures screenshots console-fleet \
	kits kits-all dist dist-check setup clean

up: build ## Build the tool without bellhop-project, then start the simulated APNs, the phone, the gateway and the page.
	@exec "$(BELLHOP)" up $(ARGS)

build: ## Install missing dependencies and build the command-line tool without bellhop-project.
	@scripts/setup.sh build
	$(BUILD) --product bellhop

tool: build ## Build the whole command-line tool, including doctor and lint --project.
	$(BUILD) --product bellhop-project

# What `make test` installs while the tests are compiled; CI adds what its other checks need.
TEST_PURPOSES ?= test

# For instance: make test FILTER=DeliveryPolicyTests
FILTER ?=

test: ## Install missing dependencies, build, and run all tests except the long ones.
	@scripts/setup.sh $(TEST_PURPOSES) -- $(BUILD) --build-tests --disable-xctest
	scripts/test.py $(if $(FILTER),,--apart EndToEndTests) -- $(RUN_TESTS) $(if $(FILTER),--filter '$(FILTER)')

test-long: ## Run the long tests: crash tests with many repetitions, many seeds.
	@scripts/setup.sh test
	$(BUILD) --build-tests --disable-xctest
	BELLHOP_LONG=1 BELLHOP_ERASURE=$(ERASED) scripts/test.py --quiet-minutes 25 -- $(RUN_TESTS)
	@$(MAKE) seeds gateway-seeds bugs oracle control-api gateway-api

# For instance: make test-busy BUSY_ARGS="--runs 1 --loops 8"
BUSY_ARGS ?=

test-busy: ## Run the tests five times while busy loops run, from a path with a space and an umlaut, as two users.
	@scripts/test-busy.py $(BUSY_ARGS)

# The number of seeds of the client's simulation that `make seeds` runs, and the first one.
SEEDS ?= 10000
FIRST_SEED ?= 0

seeds: ## Run many seeds of the client engine's simulation, in a release build; name those that fail.
	$(SWIFT) build --package-path Simulations -c release --product engine-seeds
	Simulations/.build/release/engine-seeds $(SEEDS) $(FIRST_SEED)

# For instance: make story SEED=123
story: ## Run one seed of the simulation and print all its events.
	$(SWIFT) build --package-path Simulations -c release --product engine-seeds
	Simulations/.build/release/engine-seeds story $(SEED)

bugs: ## Inject each deliberate error into the engine and verify that a seed detects it.
	BELLHOP_BUGS=1 $(SWIFT) build --package-path Simulations --scratch-path Simulations/.build/bugs -c release --product engine-seeds
	Simulations/.build/bugs/release/engine-seeds bugs
	BELLHOP_BUGS=1 $(SWIFT) build --package-path Simulations --scratch-path Simulations/.build/bugs -c release --product gateway-seeds
	Simulations/.build/bugs/release/gateway-seeds bugs

# The number of seeds of the gateway's simulation that `make gateway-seeds` runs.
GATEWAY_SEEDS ?= 10000

gateway-seeds: ## Run many seeds of the gateway engine's simulation, in a release build; name those that fail.
	$(SWIFT) build --package-path Simulations -c release --product gateway-seeds
	Simulations/.build/release/gateway-seeds $(GATEWAY_SEEDS) $(FIRST_SEED)

gateway-story: ## Run one seed of the gateway's simulation and print all its events.
	$(SWIFT) build --package-path Simulations -c release --product gateway-seeds
	Simulations/.build/release/gateway-seeds story $(SEED)

# What `make crash` runs, as SCENE:DATABASE:CRASHES or SCENE:DATABASE:CRASHES:DEVICES; scripts/crash.py describes
# the scenes. For instance:
# make crash CRASH_DEVICES=20000 CRASH_SCENES="kill:sqlite:20 nodes:postgres:5 singles:sqlite:50:2000"
CRASH_SCENES ?= kill:sqlite:100 kill:postgres:100 nodes:postgres:20 all:postgres:50:5000 drain:sqlite:50 drain:postgres:50 \
    singles:sqlite:200:10000 singles:postgres:50:10000 full:sqlite:20:50000 memory:sqlite:4:1000000 \
    database:postgres:50 failover:postgres:20 patroni:postgres:10:20000 commit:postgres:1000 \
    mixed:postgres:40:100000 transports:sqlite:50:2000 transports:postgres:20:2000
# The number of devices of the scenes that do not state it.
CRASH_DEVICES ?= 100000
# The gateways' leases in seconds; on PostgreSQL, each killed gateway delays the run by this time.
CRASH_LEASE ?= 5
CRASH_SEED ?= 16

crash: build ## Kill gateways and databases while campaigns are sent, and compare with what reached APNs.
	@scripts/setup.sh test
	@for scene in $(CRASH_SCENES); do \
	    set -- $$(echo $$scene | tr : ' '); \
	    scripts/crash.py --bellhop "$(BELLHOP)" --scene $$1 --database $$2 --kills $$3 \
	        --devices $${4:-$(CRASH_DEVICES)} --lease $(CRASH_LEASE) --seed $(CRASH_SEED); \
	    status=$$?; \
	    : '69: this machine cannot run the scene, and the script has said why'; \
	    [ $$status -eq 0 ] || [ $$status -eq 69 ] || exit 1; \
	done

# The number of header blocks that `make oracle` uses from each encoder, and the first seed, which is
# random by default.
ORACLE_BLOCKS ?= 1000000
ORACLE_SEED ?=
# The configuration in which `make oracle` builds: release or debug.
ORACLE_CONFIGURATION ?= release

oracle: ## Compare header compression with NIOHPACK and libnghttp2, on generated blocks.
	@scripts/setup.sh oracle
	BELLHOP_EXTRAS=1 CONFIGURATION=$(ORACLE_CONFIGURATION) $(BUILD) --product header-oracle
	.build/$(ORACLE_CONFIGURATION)/header-oracle $(ORACLE_BLOCKS) $(ORACLE_SEED)

# The maximum number of requests for each operation of the control API, and the seed.
API_EXAMPLES ?= 100
API_SEED ?= 1

control-api: build ## Compare the simulator's control API with its OpenAPI document, with schemathesis.
	@scripts/check-api.sh control $(API_EXAMPLES) $(API_SEED)

# Without a database, the gateway uses a SQLite file. For PostgreSQL: make gateway-api API_DATABASE=postgres://…
API_DATABASE ?=

gateway-api: build ## Compare the gateway's API with its OpenAPI document, with schemathesis.
	@scripts/check-api.sh gateway $(API_EXAMPLES) $(API_SEED) $(API_DATABASE)

# The tests of the gateway that run at full size, and the number of receipts and deliveries of an erased user.
FULL_SIZE = CampaignZoneTests|FrequencyCapTests|ErasureTests|ListPageTests
ERASED ?= 50000

gateway-full: ## Run the gateway's tests at full size: every time zone, caps of 10,000 users, an erased user with 50,000 events, long lists.
	@scripts/setup.sh test
	$(BUILD) --build-tests --disable-xctest
	BELLHOP_LONG=1 BELLHOP_ERASURE=$(ERASED) BELLHOP_LISTS=1 scripts/test.py --quiet-minutes 25 -- \
	    $(RUN_TESTS) --filter '$(FULL_SIZE)'

# The tests that run under the sanitizers: the client, HTTP/2 and the simulator's server. Each
# sanitizer needs a separate build, which takes a while the first time.
SANITIZED = APNSProviderTests|HTTP2CoreTests|APNSSimulatorTests

test-tsan: ## Run the client's and the simulator's tests under the thread sanitizer.
	@scripts/setup.sh test
	@scripts/sanitizers/thread.sh '$(SANITIZED)'

test-asan: ## Run the same tests under the address sanitizer, with leak detection.
	@scripts/setup.sh test
	LSAN_OPTIONS="suppressions=$(CURDIR)/scripts/sanitizers/leak.supp" \
	    scripts/test.py -- $(SWIFT) test $(TRAITS) --disable-xctest --sanitize=address --scratch-path .build-asan --filter '$(SANITIZED)'

# The fuzzers that `make fuzz` runs, and the time in seconds for each.
FUZZERS ?= fuzz-json fuzz-headers fuzz-frames
FUZZ_SECONDS ?= 60

fuzz: ## Fuzz the parsers with libFuzzer and the address sanitizer; requires Linux or a toolchain from swift.org.
	$(SWIFT) build --package-path Fuzzing -c release
	@set -e; for f in $(FUZZERS); do \
	    mkdir -p Fuzzing/corpus/$$f; \
	    (cd Fuzzing && .build/release/$$f -max_total_time=$(FUZZ_SECONDS) -timeout=5 -max_len=4096 -print_final_stats=1 \
	        $$(test -f $${f#fuzz-}.dict && echo -dict=$${f#fuzz-}.dict) corpus/$$f \
	        $$(cat seeds/$$f 2>/dev/null)); \
	done

around: ## Build what other builds leave out: simulations, fuzzers, benchmarks, the comparison of header compression.
	@scripts/setup.sh oracle bench
	$(SWIFT) build --package-path Simulations -c release
	$(SWIFT) build --package-path Fuzzing -c release
	BELLHOP_EXTRAS=1 $(BUILD)

share: build ## Run a small share of the long checks: 60 seeds, 2,000 header blocks, each fuzzer for five seconds; build the benchmarks.
	@scripts/setup.sh oracle bench
	@scripts/checks.py share

consumers: ## Build the package from scratch as each kind of user does.
	@scripts/check-consumer.sh --build

nightly: ## Run the checks that take too long for CI, continuing after failures, with a summary.
	@MAKE="$(MAKE)" scripts/nightly.sh

check: ## Check the format, the generated pages and the rules about the code itself.
	@scripts/setup.sh build
	$(BUILD) --build-tests --disable-xctest
	@scripts/checks.py check

format: ## Format the code as `make check` requires.
	@scripts/format.sh in-place

promise: ## Compile unchanged iOS app code in three modes; write docs/promise.md.
	@scripts/promise.sh

kits: build ## Run the tests of the kits and the gateway's clients for other languages, and the guide's; print the names of kits whose language is not installed.
	@scripts/setup.sh kits
	@scripts/kits.py --bellhop "$(BELLHOP)"

kits-all: build ## The same, after installing every language; a kit that is not run is an error.
	@scripts/setup.sh kits-all
	@scripts/kits.py --bellhop "$(BELLHOP)" --all

# For instance: make dist DIST_ARGS="--scratch-path /tmp/release"
DIST_ARGS ?=

dist: ## Write the files to publish to dist/: archive, Debian package, Python wheel, Containerfile.
	@scripts/setup.sh dist
	@scripts/dist.py $(DIST_ARGS)

dist-check: ## Test each file of dist/ in a clean environment: a Python environment, minimal Debian systems, a container.
	@scripts/setup.sh dist-check
	@scripts/dist-check.py

# For instance `--quick`: a tenth of the requests, one repetition.
BENCH_ARGS ?=

bench: ## Run the benchmarks and print tables. docs/benchmarks.md contains the results.
	@scripts/setup.sh bench
	@scripts/bench.sh $(BENCH_ARGS)

# For instance: make bench-gateway SERVER_ARGS="--devices 100000 --databases sqlite"
SERVER_ARGS ?=

bench-apns: ## Measure the simulator in a separate process, in a release build.
	@scripts/setup.sh bench
	CONFIGURATION=release $(BUILD) --product bellhop
	@scripts/bench.sh --build
	scripts/bench-apns.py --bellhop .build/release/bellhop --client .build/release/push-client $(SERVER_ARGS)

bench-gateway: ## Measure the gateway with campaigns and single messages on both databases, in a release build.
	@scripts/setup.sh test bench
	CONFIGURATION=release $(BUILD) --product bellhop
	scripts/bench-gateway.py --bellhop .build/release/bellhop $(SERVER_ARGS)

bench-transports: ## Measure campaigns to Android phones and browsers, compared with one to iPhones, in a release build.
	@scripts/setup.sh build
	CONFIGURATION=release $(BUILD) --product bellhop
	scripts/bench-transports.py --bellhop .build/release/bellhop $(SERVER_ARGS)

bench-console: ## Measure how soon the console's pages are drawn, and how evenly during a campaign, in a release build with Chromium.
	@scripts/setup.sh test
	CONFIGURATION=release $(BUILD) --product bellhop
	scripts/bench-console.py --bellhop .build/release/bellhop $(SERVER_ARGS)

bench-check: ## Fail if a request takes 5 % more instructions than recorded in Benchmarks/instructions.txt.
	@scripts/setup.sh bench
	@scripts/bench.sh --build
	@scripts/bench-check.py

profile: ## Show the instructions of a request by group and function; CLIENT=await for another method of sending.
	@scripts/setup.sh bench
	@scripts/bench.sh --build
	@scripts/bench-check.py --profile --sender $(or $(CLIENT),bulk)

pictures: ## Take the picture of the README again, with Chromium.
	@scripts/setup.sh test
	$(BUILD) --build-tests --disable-xctest
	BELLHOP_SCREENSHOTS=1 scripts/test.py -- $(RUN_TESTS) --filter 'PageLookTests/.the screenshot of the README is taken.'
	@mkdir -p docs/images
	cp .build/screenshots/page.png docs/images/page.png

screenshots: ## Take pictures of every page of the console, light and dark, for a phone and a desktop.
	@scripts/setup.sh test
	$(BUILD) --build-tests --disable-xctest
	BELLHOP_SCREENSHOTS=1 scripts/test.py -- $(RUN_TESTS) --filter 'ConsoleWalkTests'
	@echo "the pictures are in .build/screenshots/console"

# The number of light phones of `make console-fleet`.
CONSOLE_PHONES ?= 10000

console-fleet: ## Send a campaign to 10,000 light phones from the console in Chromium, with a pause.
	@scripts/setup.sh test
	$(BUILD) --build-tests --disable-xctest
	BELLHOP_CONSOLE_PHONES=$(CONSOLE_PHONES) $(RUN_TESTS) --filter 'ConsoleFleetTests'

docs: ## Regenerate the generated pages of docs/.
	@$(MAKE) tool
	"$(BELLHOP)" reference docs/reference
	@scripts/limits.py

gateway-clients: build ## Write docs/api/gateway-openapi.json and the operations of the clients in Clients/ from it.
	@scripts/gateway-clients.py --bellhop "$(BELLHOP)"

api: ## Write the public declarations of each product to docs/api, so that a change is seen in review.
	$(BUILD)
	@scripts/api.py

# For instance: make docs-site SITE_ARGS="--build .build/debug --base-path /bellhop"
SITE_ARGS ?=

docs-site: ## Write the documentation site of the library products from the built modules.
	@scripts/docs-site.py $(SITE_ARGS)

setup:
	@scripts/setup.sh test

clean:
	$(SWIFT) package clean
