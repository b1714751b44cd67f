# Bellhop. The two commands that matter: `make up` and `make test`.

SWIFT ?= swift
CONFIGURATION ?= debug
BELLHOP = $(shell $(SWIFT) build -c $(CONFIGURATION) --show-bin-path 2>/dev/null)/bellhop
# What `bellhop up` is started with, for instance: make up ARGS="--port 9090"
ARGS ?=

# What the other packages of this checkout need to build: `make around`.
AROUND = Simulations Oracles Fuzzing Benchmarks

.PHONY: up build tool test test-long nightly around consumers test-tsan test-asan seeds story bugs oracle fuzz check format promise bench bench-check profile docs pictures \
	setup clean

up: build ## Build the tool without bellhop-project, then start the simulated APNs, the phone, the gateway and the page.
	@exec "$(BELLHOP)" up $(ARGS)

build: ## Install what is missing and build the command-line tool, without what reads projects.
	@scripts/setup.sh build
	$(SWIFT) build -c $(CONFIGURATION) --product bellhop

tool: build ## Build the whole command-line tool: also doctor and lint --project.
	$(SWIFT) build -c $(CONFIGURATION) --product bellhop-project

test: ## Install what is missing, build, and run every test but the long ones.
	@scripts/setup.sh test
	scripts/test.py -- $(SWIFT) test --disable-xctest

test-long: ## The tests that take long: crash tests with many repetitions, many seeds.
	@scripts/setup.sh test
	BELLHOP_LONG=1 scripts/test.py --quiet-minutes 25 -- $(SWIFT) test --disable-xctest
	@$(MAKE) seeds bugs oracle

# How many seeds of the client's simulation `make seeds` plays, and from which on.
SEEDS ?= 10000
FIRST_SEED ?= 0

seeds: ## Play many seeds of the simulation around the client's engine, optimised; names those that fail.
	$(SWIFT) build --package-path Simulations -c release --product engine-seeds
	Simulations/.build/release/engine-seeds $(SEEDS) $(FIRST_SEED)

# For instance: make story SEED=123
story: ## Play one seed of it, with all that happens.
	$(SWIFT) build --package-path Simulations -c release --product engine-seeds
	Simulations/.build/release/engine-seeds story $(SEED)

bugs: ## Put each deliberate fault into the engine and see that a seed catches it.
	BELLHOP_BUGS=1 $(SWIFT) build --package-path Simulations --scratch-path Simulations/.build/bugs -c release --product engine-seeds
	Simulations/.build/bugs/release/engine-seeds bugs

# How many header blocks `make oracle` takes of each writer, and the first seed; none is a new one.
ORACLE_BLOCKS ?= 1000000
ORACLE_SEED ?=

oracle: ## Hold header compression against NIOHPACK and libnghttp2, on generated blocks.
	@scripts/setup.sh oracle
	$(SWIFT) build --package-path Oracles -c release --product header-oracle
	Oracles/.build/release/header-oracle $(ORACLE_BLOCKS) $(ORACLE_SEED)

# What runs under the sanitizers: the client, HTTP/2 and the simulator's server. Each has a build of
# its own, which takes a while the first time.
SANITIZED = APNSProviderTests|HTTP2CoreTests|APNSSimulatorTests

test-tsan: ## The client's and the simulator's tests under the thread sanitizer.
	@scripts/setup.sh test
	@SWIFT=$(SWIFT) scripts/sanitizers/thread.sh '$(SANITIZED)'

test-asan: ## The same under the address sanitizer, with what leaks.
	@scripts/setup.sh test
	LSAN_OPTIONS="suppressions=$(CURDIR)/scripts/sanitizers/leak.supp" \
	    scripts/test.py -- $(SWIFT) test --disable-xctest --sanitize=address --scratch-path .build-asan --filter '$(SANITIZED)'

# Readers that `make fuzz` runs, and for how many seconds each.
FUZZERS ?= fuzz-json fuzz-headers fuzz-frames
FUZZ_SECONDS ?= 60

fuzz: ## Run the readers under libFuzzer and the address sanitizer; needs Linux or a toolchain of swift.org.
	$(SWIFT) build --package-path Fuzzing -c release
	@set -e; for f in $(FUZZERS); do \
	    mkdir -p Fuzzing/corpus/$$f; \
	    (cd Fuzzing && .build/release/$$f -max_total_time=$(FUZZ_SECONDS) -timeout=5 -max_len=4096 -print_final_stats=1 \
	        $$(test -f $${f#fuzz-}.dict && echo -dict=$${f#fuzz-}.dict) corpus/$$f \
	        $$(cat seeds/$$f 2>/dev/null)); \
	done

around: ## Build the packages around this one: simulations, oracles, fuzzers, benchmarks.
	@scripts/setup.sh oracle
	@scripts/setup.sh bench
	$(SWIFT) build --package-path Simulations -c release
	$(SWIFT) build --package-path Oracles -c release
	$(SWIFT) build --package-path Fuzzing -c release
	$(SWIFT) build --package-path Benchmarks

consumers: ## Build from nothing what each kind of user of the package builds.
	@scripts/check-consumer.sh --build

nightly: ## What CI has no time for, to the end whatever fails, with a summary.
	@MAKE="$(MAKE)" scripts/nightly.sh

check: ## Format and the rules about the code itself.
	@SWIFT=$(SWIFT) scripts/format.sh lint
	@$(MAKE) tool
	"$(BELLHOP)" reference docs/reference --check
	@scripts/promise.sh --check
	@scripts/check-views.sh
	@scripts/check-kit.sh
	@scripts/check-consumer.sh
	$(SWIFT) test --disable-xctest --filter TidyTests

format: ## Lay the code out as `make check` wants it.
	@SWIFT=$(SWIFT) scripts/format.sh in-place

promise: ## Compile app code as written for iOS in three modes; writes docs/promise.md.
	@scripts/promise.sh

# `--quick` for a tenth of the requests, once.
BENCH_ARGS ?=

bench: ## Measure; prints tables. Results are kept in docs/benchmarks.md.
	@scripts/setup.sh bench
	@scripts/bench.sh $(BENCH_ARGS)

bench-check: ## Fail when a request takes 5 % more instructions than Benchmarks/instructions.txt says.
	@scripts/setup.sh bench
	@scripts/bench.sh --build
	@scripts/bench-check.py

profile: ## Where the instructions of a request go, by group and function; CLIENT=await for another way.
	@scripts/setup.sh bench
	@scripts/bench.sh --build
	@scripts/bench-check.py --profile --sender $(or $(CLIENT),bulk)

pictures: ## Take the picture of the README again, with Chromium.
	@scripts/setup.sh test
	$(SWIFT) test --disable-xctest --filter 'PageLookTests/.the picture of the README is taken.'
	@mkdir -p docs/images
	cp .build/screenshots/page.png docs/images/page.png

docs: ## Write the generated pages of docs/ anew.
	@$(MAKE) tool
	"$(BELLHOP)" reference docs/reference

setup:
	@scripts/setup.sh test

clean:
	$(SWIFT) package clean
