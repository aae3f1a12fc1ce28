# Every target does its own set-up; `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

BUILD_FLAGS := --explicit-target-dependency-import-check error
TSAN_SUITES := PubNubMachineTests|PubNubTests|PubNubChatTests|IntegrationTests|SimulatorTests
# Reports name functions, files and lines, for which this is enough; building takes less time and memory with it.
TSAN_FLAGS := --sanitize=thread --scratch-path .build-tsan -Xswiftc -gline-tables-only -Xcc -gline-tables-only
SEEDS ?= 20000
FIRST ?= 1
ASAN_SUITES := PubNubMachineTests|PubNubTests|PubNubChatTests|PubNubCodecTests|PubNubWireTests|PubNubOriginTests|IntegrationTests|SimulatorTests

PREFIX ?= /usr/local
COUNT ?= 1000000
DROPS ?= 3
comma := ,
step = @printf '\n==> %s\n' '$(1)'

.PHONY: help deps build demo test check bench soak clean lint tsan asan fuzz howtos docs documents install coverage swift-tests interop command-tests samples code-blocks simulate simulate-chat faults

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system packages that are missing (apt-get, as root or with sudo)
	@Scripts/deps.sh

build: deps ## Build everything, tests included; a warning is an error
	$(call step,build)
	swift build --build-tests $(BUILD_FLAGS)

demo: deps ## Build and run two small programs, each with a server in its own process
	$(call step,build the demo: the first time takes some minutes)
	swift build --product HelloWorld
	swift build --product AccessManager
	$(call step,HelloWorld: subscribe$(comma) publish and receive)
	@Scripts/run-howto.sh HelloWorld
	$(call step,AccessManager: a publish is denied$(comma) then granted)
	@Scripts/run-howto.sh AccessManager
	$(call step,demo: HelloWorld and AccessManager ran to their end. Next: read HOWTO/HelloWorld/main.swift$(comma) run all programs with `make howtos`$(comma) or chat with `swift run Chat --user ann`)

test: build ## Run all tests: Swift suites, Python interoperability, command line, samples, code blocks; prints the totals
	@Scripts/test.sh

check: deps ## What CI runs: lint, build, test, 20,000 simulated runs, real faults, ThreadSanitizer, a short fuzzing, every HOWTO, coverage of the events, documents
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory simulate SEEDS=20000 FIRST=1 SEED=
	@$(MAKE) --no-print-directory simulate-chat SEEDS=20000 FIRST=1 SEED=
	@$(MAKE) --no-print-directory faults
	@$(MAKE) --no-print-directory tsan
	@$(MAKE) --no-print-directory fuzz TIME=40
	@$(MAKE) --no-print-directory howtos
	@$(MAKE) --no-print-directory coverage
	@$(MAKE) --no-print-directory documents
	$(call step,check: everything passed)

bench: deps ## Print the table of measurements (see Benchmarks/)
	$(call step,bench)
	@Benchmarks/run

soak: deps ## Send COUNT (1000000) messages over connections that break every DROPS (3) seconds; check each, and memory
	$(call step,soak: the first time builds Benchmarks in release mode and takes some minutes)
	@Benchmarks/soak --count $(COUNT) --drops $(DROPS)

clean: ## Remove everything that was built
	rm -rf .build .build-tsan .build-asan Benchmarks/.build

lint: ## Check the formatting of all Swift files, that generated files are current, the layers of targets and folders, and that no lock hides from ThreadSanitizer
	$(call step,lint)
	swift format lint --strict --recursive --parallel Sources Simulator Tests HOWTO Samples Package.swift
	@! grep -rnw Mutex Sources Simulator Tests --include='*.swift' --exclude=Locked.swift || { echo 'lint: use Locked: ThreadSanitizer cannot follow a Mutex'; exit 1; }
	@Scripts/class_forms.py --check
	@Scripts/architecture.py self-test
	@Scripts/architecture.py

swift-tests: build ## Run the Swift suites alone
	$(call step,swift test)
	@Scripts/swift-test.sh --skip-build

interop: build ## Run the checks against the Python client alone
	$(call step,interoperability with the Python client)
	@Scripts/python.sh Tests/InteropTests/run.py

command-tests: build ## Run the checks of the command line alone
	$(call step,command line)
	@Scripts/python.sh Tests/CommandTests/run.py

samples: build ## Run the checks of the samples alone, in terminals of their own
	$(call step,samples)
	@Scripts/python.sh Tests/SampleTests/run.py

code-blocks: build ## Compile the blocks of Swift in the documents exactly as they are printed
	$(call step,code blocks of the documents)
	@Scripts/python.sh Tests/DocumentationTests/run.py

simulate: deps ## Drive the client's machines through random schedules of faults: SEEDS=20000 of them from FIRST=1 on, or one in full (SEED=n)
	$(call step,simulate)
	swift build --product simulate $(BUILD_FLAGS)
	@"$$(swift build --show-bin-path)/simulate" $(if $(SEED),--seed $(SEED),--seeds $(SEEDS) --first $(FIRST))

simulate-chat: export PUBNUB_SIMULATE_CHAT := 1
simulate-chat: deps ## Drive two stores of chat data through random schedules: SEEDS=20000 of them from FIRST=1 on, or one in full (SEED=n)
	$(call step,simulate chat data: two stores$(comma) events in any order$(comma) and the service)
	swift build --product simulate-chat $(BUILD_FLAGS)
	@"$$(swift build --show-bin-path)/simulate-chat" $(if $(SEED),--seed $(SEED),--seeds $(SEEDS) --first $(FIRST))

faults: build ## Run the checks with real faults of a real network, in namespaces of their own
	$(call step,faults)
	@Scripts/faults.sh

tsan: export PUBNUB_SUITES := $(TSAN_SUITES)
tsan: deps ## Run the concurrent suites under ThreadSanitizer (own scratch path .build-tsan)
	$(call step,ThreadSanitizer: builds what it runs a second time)
	swift build --build-tests $(TSAN_FLAGS)
	@TSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/tsan-suppressions.txt SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 \
		Scripts/swift-test.sh --skip-build --sanitize=thread --scratch-path .build-tsan --filter '$(TSAN_SUITES)'

asan: export PUBNUB_SUITES := $(ASAN_SUITES)
asan: deps ## Run the Swift suites under AddressSanitizer (own scratch path .build-asan, shared with fuzz)
	$(call step,AddressSanitizer: builds what it runs another time)
	@Scripts/fuzz.py tests '$(ASAN_SUITES)'

fuzz: export TIME := $(TIME)
fuzz: export TARGET := $(TARGET)
fuzz: deps ## Feed everything that reads bytes from outside with inputs nobody thought of (TIME=60 seconds in all, TARGET=name)
	$(call step,fuzz: builds the libraries another time)
	@Scripts/fuzz.py build
	@Scripts/fuzz.py run

howtos: build ## Run every HOWTO once
	$(call step,HOWTOs)
	@Scripts/run-howto.sh

docs: deps ## Build the documentation of the four libraries into .build/docs; a broken link is an error
	$(call step,docs)
	@Scripts/docs.sh

coverage: ## List delegate methods, notifications and observers that no test names
	$(call step,coverage of delegate methods$(comma) notifications and observers)
	@Scripts/coverage.py

documents: docs build ## Check that the porting guide and the manual page say what the code says
	$(call step,porting guide and manual page)
	@Scripts/porting.py --check
	@Scripts/man.sh --check

install: deps ## Build the command in release mode and install it with its page and completions below PREFIX (/usr/local)
	$(call step,install)
	@Scripts/install.sh "$(PREFIX)"
