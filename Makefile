# Every target installs and builds what it needs; `make` without a target lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Other traits build all modules again, so all that is built in .build to check the package has the same ones. See Package.swift.
TRAITS := --traits NATS
BUILD_FLAGS := $(TRAITS) --explicit-target-dependency-import-check error
TSAN_SUITES := PubNubMachineTests|PubNubTests|PubNubAsyncTests|PubNubChatTests|IntegrationTests|SimulatorTests
# Line tables suffice for reports with functions, files and lines, and need less time and memory to build.
TSAN_FLAGS := --sanitize=thread --scratch-path .build-tsan -Xswiftc -gline-tables-only -Xcc -gline-tables-only
TSAN_TEST := --skip-build --sanitize=thread --scratch-path .build-tsan --filter '$(TSAN_SUITES)'
SEEDS ?= 20000
FIRST ?= 1
ASAN_SUITES := PubNubMachineTests|PubNubTests|PubNubChatTests|PubNubCodecTests|PubNubWireTests|PubNubOriginTests|PubNubOriginServerTests|IntegrationTests|SimulatorTests

PREFIX ?= /usr/local
COUNT ?= 1000000
DROPS ?= 3
FACE ?= 3.x
MINUTES ?= 3
comma := ,
step = @printf '\n==> %s  [%s]\n' '$(1)' "$$(date +%T)"

.PHONY: help deps build demo console console-test screenshots test check check-all check-deps slowest api bench bench-plots bench-server instructions soak soak-server clean lint tsan asan fuzz howtos docs documents install coverage swift-tests interop command-tests samples porting-tests web-chat code-blocks consumers simulate simulate-chat simulate-cluster cluster faults debian13 deb deployment

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the system packages that are missing (apt-get, as root or with sudo)
	@Scripts/deps.sh

build: deps ## Build everything, tests, programs and samples included; a warning is an error
	$(call step,build)
	swift build --build-tests $(BUILD_FLAGS)
	Scripts/packages.sh build

demo: deps ## Build and run two small programs, each with a server in its own process
	$(call step,build the demo: the first time takes some minutes)
	Scripts/package.sh HOWTO build --product HelloWorld
	Scripts/package.sh HOWTO build --product AccessManager
	$(call step,HelloWorld: subscribe$(comma) publish and receive)
	@Scripts/run-howto.sh HelloWorld
	$(call step,AccessManager: a publish is denied$(comma) then granted)
	@Scripts/run-howto.sh AccessManager
	$(call step,demo: HelloWorld and AccessManager ran to their end. Next: read HOWTO/HelloWorld/main.swift$(comma) run all programs with `make howtos`$(comma) or chat with `Scripts/package.sh Samples run Chat --user ann`)

console: deps ## Start a server with lively sample traffic and its console; print the address of the page; run until interrupted
	$(call step,build the sample: the first time takes some minutes)
	Scripts/package.sh Samples build --product Console
	@exec .build/debug/Console

console-test: build ## Run the checks of the console in a real browser (installs Chromium and nats-server): every view, hostile values, load, faults, the keyboard, every call as code
	@Scripts/deps.sh console
	@Scripts/deps.sh cluster
	@Scripts/gate.py console

screenshots: build ## Draw every view of the console, light and dark, into Documentation/images (installs Chromium and nats-server)
	$(call step,screenshots)
	@Scripts/deps.sh console
	@Scripts/deps.sh cluster
	@Scripts/python.sh Tests/ConsoleTests/screenshots.py

test: deps ## Run all tests: Swift suites, Python interoperability, command line, samples, code blocks; print the totals
	@Scripts/gate.py test $(if $(CONTINUE),--continue)

check: deps check-deps ## Run the gate of every change, in about half an hour: lint, test, 5,000 simulated runs, a cluster, the console, recipes, documents
	@Scripts/gate.py check $(if $(CONTINUE),--continue)

check-all: deps check-deps ## Run check, then sanitizers, fuzzing, 20,000 simulated runs, real faults, long runs; some hours
	@Scripts/deps.sh instructions
	@Scripts/gate.py check-all $(if $(CONTINUE),--continue)

check-deps:
	@Scripts/deps.sh console
	@Scripts/deps.sh cluster
	@Scripts/deps.sh deployment

slowest: ## Print the twenty slowest tests of the last run of the Swift suites
	@Scripts/slowest.py

bench: deps ## Print the tables of measurements of the client and of the server (see Benchmarks/)
	$(call step,bench)
	@Benchmarks/run
	@$(MAKE) --no-print-directory bench-plots
	@$(MAKE) --no-print-directory bench-server

bench-plots: deps ## Draw the plots of the client beside a C program, and compare other clients with both
	$(call step,plots of the client)
	@Benchmarks/plots

bench-server: deps ## Print only the table of the server, beside a small server in C
	$(call step,bench of the server: the first time builds the command in release mode and takes some minutes)
	@Benchmarks/server

instructions: deps ## Warn if a publish, a received message or encryption needs over 3 % more or fewer instructions than recorded
	$(call step,instructions: the first time builds the client in release mode and takes some minutes)
	@Scripts/deps.sh instructions
	@Benchmarks/instructions --client

soak: deps ## Send COUNT (1000000) messages over connections that break every DROPS (3) seconds, through FACE (3.x or async); check each, and memory
	$(call step,soak: the first time builds Benchmarks in release mode and takes some minutes)
	@Benchmarks/soak --count $(COUNT) --drops $(DROPS) --face $(FACE)

soak-server: deps ## Put the load of a day on the server in MINUTES (3); memory and descriptors have to stay flat
	$(call step,soak of the server: the first time builds the command in release mode and takes some minutes)
	@Benchmarks/server soak --minutes $(MINUTES)

clean: ## Remove all build products
	rm -rf .build .build-tsan .build-asan .build-web-chat .build-consumers Benchmarks/.build

lint: ## Check the formatting of all Swift files, that generated files are current, the layers of targets and folders, the links, versions and line lengths of documents, and that no lock hides from ThreadSanitizer
	$(call step,lint)
	swift format lint --strict --recursive --parallel Sources Simulator Tests HOWTO Samples Benchmarks/Sources Benchmarks/Tests Benchmarks/Package.swift Package.swift
	@! grep -rnw Mutex Sources Simulator Tests --include='*.swift' --exclude=Locked.swift || { echo 'lint: use Locked: ThreadSanitizer cannot follow a Mutex'; exit 1; }
	@! grep -rnE 'TaskGroup\(of: \(' Sources Simulator Samples HOWTO Benchmarks/Sources --include='*.swift' --exclude-dir=.build \
		|| { echo 'lint: let the tasks of a group return a struct: Swift 6.3 reads tuples of them wrongly in optimized builds'; exit 1; }
	@clang="$$(dirname "$$(readlink -f "$$(command -v swift)")")/clang"; file=Sources/CPubNubHeaders/headers.c; "$$clang" -fsyntax-only $$file \
		&& [ "$$("$$clang" -fsyntax-only -nostdinc $$file 2>&1 | grep -c 'error: .*apt-get install')" = 1 ] \
		|| { echo 'lint: without headers, the build does not stop with one message'; exit 1; }
	@Scripts/class_forms.py --check
	@Scripts/gate.py documented
	@Scripts/architecture.py self-test
	@Scripts/architecture.py
	@Scripts/wrap.py self-test
	@Scripts/wrap.py
	@Scripts/versions.py self-test
	@Scripts/versions.py
	@Scripts/links.py self-test
	@Scripts/links.py

swift-tests: build ## Run only the Swift suites
	@Scripts/gate.py swift

interop: build ## Run only the checks against the Python client
	@Scripts/gate.py interop

command-tests: build ## Run only the checks of the command line
	@Scripts/gate.py command

samples: build ## Run only the checks of the samples, in pseudo-terminals
	@Scripts/gate.py samples

porting-tests: build ## Run only the checks of ported apps: their stories, the hints of the compiler, pubnub port
	@Scripts/gate.py porting

web-chat: deps ## Build the samples on Hummingbird, packages of their own, and check them, the web chat in headless Chromium (installs that)
	$(call step,samples on Hummingbird: the first time builds Hummingbird and takes some minutes)
	@Scripts/deps.sh console
	swift build --package-path Samples/HTTPBridge --scratch-path .build-web-chat
	swift build --package-path Samples/WebChat --scratch-path .build-web-chat
	@Scripts/python.sh -m pytest Tests/WebChatTests

code-blocks: build ## Compile the Swift blocks of the documents exactly as printed
	@Scripts/gate.py blocks

simulate: deps ## Drive the client's machines through random schedules of faults: SEEDS=20000 of them from FIRST=1 on, or one in full (SEED=n)
	$(call step,simulate)
	Scripts/package.sh Simulator build --product simulate
	@".build/debug/simulate" $(if $(SEED),--seed $(SEED),--seeds $(SEEDS) --first $(FIRST))

simulate-chat: deps ## Drive two stores of chat data through random schedules: SEEDS=20000 of them from FIRST=1 on, or one in full (SEED=n)
	$(call step,simulate chat data: two stores$(comma) events in any order$(comma) and the service)
	Scripts/package.sh Simulator build --product simulate-chat
	@".build/debug/simulate-chat" $(if $(SEED),--seed $(SEED),--seeds $(SEEDS) --first $(FIRST))

simulate-cluster: deps ## Drive three servers on one log through random schedules: SEEDS=20000 of them from FIRST=1 on, or one (SEED=n)
	$(call step,simulate a cluster: three servers$(comma) one log)
	Scripts/package.sh Simulator build --product simulate-cluster
	@".build/debug/simulate-cluster" $(if $(SEED),--seed $(SEED),--seeds $(SEEDS) --first $(FIRST))

cluster: build ## Run three servers on NATS JetStream and kill, stop and cut off them and NATS while clients publish (installs nats-server and HAProxy); QUICK=1 for two minutes of it
	@Scripts/deps.sh cluster
	@Scripts/gate.py $(if $(QUICK),cluster,cluster-long)

faults: build ## Run the checks with faults of a real network, in network namespaces
	@Scripts/gate.py faults

tsan: export PUBNUB_SUITES := $(TSAN_SUITES)
tsan: export TSAN_OPTIONS := suppressions=$(CURDIR)/Scripts/tsan-suppressions.txt
tsan: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 6
tsan: deps ## Run the concurrent suites under ThreadSanitizer (own scratch path .build-tsan)
	$(call step,ThreadSanitizer: builds the suites a second time)
	swift build --build-tests $(TRAITS) $(TSAN_FLAGS)
	Scripts/package.sh Simulator build --build-tests $(TSAN_FLAGS)
	@Scripts/swift-test.sh $(TRAITS) $(TSAN_TEST)
	@Scripts/swift-test.sh --package Simulator $(TSAN_TEST)

asan: export PUBNUB_SUITES := $(ASAN_SUITES)
asan: deps ## Run the Swift suites under AddressSanitizer (own scratch path .build-asan, shared with fuzz)
	$(call step,AddressSanitizer: builds the suites another time)
	@Scripts/fuzz.py tests '$(ASAN_SUITES)'

fuzz: export TIME := $(TIME)
fuzz: export TARGET := $(TARGET)
fuzz: export SEED := $(SEED)
fuzz: deps ## Test every reader of untrusted bytes with random inputs (TIME=60 seconds in total, TARGET=name, SEED=1 for the same inputs each time)
	$(call step,fuzz: builds the libraries another time)
	@Scripts/fuzz.py build
	@Scripts/fuzz.py run

howtos: build ## Run every HOWTO once
	@Scripts/gate.py howtos

consumers: deps ## Build and run a package outside the repository for each library (own scratch path .build-consumers)
	@Scripts/gate.py consumers

api: docs ## Record the public interface of the libraries in Documentation/API; what is gone has to be in the changelog
	@Scripts/api.py --record

docs: deps ## Build the documentation of the libraries into .build/docs; a broken link is an error
	$(call step,docs)
	@Scripts/docs.sh

coverage: ## List delegate methods, notifications and observers that no test names
	@Scripts/gate.py coverage

documents: build ## Build the documentation, and check the porting guide and the manual page against the code
	@Scripts/gate.py documents

debian13: ## Build the package and run `make test` on Debian 13, in a folder that debootstrap fills (as root)
	@Scripts/debian13.sh

deb: deps ## Build the Debian package of the command and the service into .build-deb
	@Scripts/deb.sh

deployment: build ## Try the recipes of Deployment/: the Debian package, HAProxy, nginx and Prometheus (installs these), in namespaces of their own
	@Scripts/deps.sh deployment
	@Scripts/gate.py deployment

install: deps ## Build the command in release mode and install it with its page and completions below PREFIX (/usr/local)
	$(call step,install)
	@Scripts/install.sh "$(PREFIX)"
