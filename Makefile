# Bellhop. The two most important commands: `make up` and `make test`.

SWIFT ?= swift
CONFIGURATION ?= debug
BELLHOP = $(shell $(SWIFT) build -c $(CONFIGURATION) --show-bin-path 2>/dev/null)/bellhop
# The arguments for `bellhop up`, for instance: make up ARGS="--port 9090"
ARGS ?=


.PHONY: up build tool api test test-long nightly around share consumers test-tsan test-asan seeds story bugs oracle fuzz check format promise bench bench-check profile docs docs-site pictures \
	setup clean

up: build ## Build the tool without bellhop-project, then start the simulated APNs, the phone, the gateway and the page.
	@exec "$(BELLHOP)" up $(ARGS)

build: ## Install missing dependencies and build the command-line tool without bellhop-project.
	@scripts/setup.sh build
	$(SWIFT) build -c $(CONFIGURATION) --product bellhop

tool: build ## Build the whole command-line tool, including doctor and lint --project.
	$(SWIFT) build -c $(CONFIGURATION) --product bellhop-project

test: ## Install missing dependencies, build, and run all tests except the long ones.
	@scripts/setup.sh test
	scripts/test.py -- $(SWIFT) test --disable-xctest

test-long: ## Run the long tests: crash tests with many repetitions, many seeds.
	@scripts/setup.sh test
	BELLHOP_LONG=1 scripts/test.py --quiet-minutes 25 -- $(SWIFT) test --disable-xctest
	@$(MAKE) seeds bugs oracle

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

# The number of header blocks that `make oracle` uses from each encoder, and the first seed; without
# one, it is random.
ORACLE_BLOCKS ?= 1000000
ORACLE_SEED ?=

oracle: ## Compare header compression with NIOHPACK and libnghttp2, on generated blocks.
	@scripts/setup.sh oracle
	$(SWIFT) build --package-path Oracles -c release --product header-oracle
	Oracles/.build/release/header-oracle $(ORACLE_BLOCKS) $(ORACLE_SEED)

# The tests that run under the sanitizers: the client, HTTP/2 and the simulator's server. Each
# sanitizer needs a separate build, which takes a while the first time.
SANITIZED = APNSProviderTests|HTTP2CoreTests|APNSSimulatorTests

test-tsan: ## Run the client's and the simulator's tests under the thread sanitizer.
	@scripts/setup.sh test
	@SWIFT=$(SWIFT) scripts/sanitizers/thread.sh '$(SANITIZED)'

test-asan: ## Run the same tests under the address sanitizer, with leak detection.
	@scripts/setup.sh test
	LSAN_OPTIONS="suppressions=$(CURDIR)/scripts/sanitizers/leak.supp" \
	    scripts/test.py -- $(SWIFT) test --disable-xctest --sanitize=address --scratch-path .build-asan --filter '$(SANITIZED)'

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

around: ## Build the other packages of this checkout: simulations, oracles, fuzzers, benchmarks.
	@scripts/setup.sh oracle
	@scripts/setup.sh bench
	$(SWIFT) build --package-path Simulations -c release
	$(SWIFT) build --package-path Oracles -c release
	$(SWIFT) build --package-path Fuzzing -c release
	$(SWIFT) build --package-path Benchmarks

share: around ## Run a small share of the long checks: 200 seeds, 20,000 header blocks, each fuzzer for five seconds.
	@$(MAKE) seeds SEEDS=200
	@$(MAKE) oracle ORACLE_BLOCKS=20000
	@$(MAKE) fuzz FUZZ_SECONDS=5

consumers: ## Build the package from scratch as each kind of user does.
	@scripts/check-consumer.sh --build

nightly: ## Run the checks that take too long for CI, continuing after failures, with a summary.
	@MAKE="$(MAKE)" scripts/nightly.sh

check: ## Check the format, the generated pages and the rules about the code itself.
	@SWIFT=$(SWIFT) scripts/format.sh lint
	@$(MAKE) tool
	"$(BELLHOP)" reference docs/reference --check
	@scripts/limits.py --check
	@scripts/promise.sh --check
	@scripts/check-views.sh
	@scripts/check-kit.sh
	@scripts/check-consumer.sh
	$(SWIFT) test --disable-xctest --filter TidyTests
	@scripts/api.py --check

format: ## Format the code as `make check` requires.
	@SWIFT=$(SWIFT) scripts/format.sh in-place

promise: ## Compile unchanged iOS app code in three modes; write docs/promise.md.
	@scripts/promise.sh

# For instance `--quick`: a tenth of the requests, one repetition.
BENCH_ARGS ?=

bench: ## Run the benchmarks and print tables. docs/benchmarks.md contains the results.
	@scripts/setup.sh bench
	@scripts/bench.sh $(BENCH_ARGS)

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
	$(SWIFT) test --disable-xctest --filter 'PageLookTests/.the picture of the README is taken.'
	@mkdir -p docs/images
	cp .build/screenshots/page.png docs/images/page.png

docs: ## Regenerate the generated pages of docs/.
	@$(MAKE) tool
	"$(BELLHOP)" reference docs/reference
	@scripts/limits.py

api: ## Write the public declarations of each product to docs/api, so that a change is seen in review.
	$(SWIFT) build
	@scripts/api.py

# For instance: make docs-site SITE_ARGS="--build .build/release --base-path /bellhop"
SITE_ARGS ?=

docs-site: ## Write the documentation site of the library products from the built modules.
	@scripts/docs-site.py $(SITE_ARGS)

setup:
	@scripts/setup.sh test

clean:
	$(SWIFT) package clean
