# The front door: `make` plays every game, `make help` lists the rest.
.DEFAULT_GOAL := play
.PHONY: help game build play submissions packages tasks site single completions bench bench-instructions strength test hostile load lint cluster cluster-test

GAME ?=
NAME ?=
KIND ?=
SEEDS ?=
REPEATS ?=
CASES ?=
THREADS ?=
BUSY ?=
WRITE ?=
SEED ?=

GAMES := $(filter $(notdir $(wildcard crates/*)),$(notdir $(wildcard judges/*)))
CHOSEN := $(if $(GAME),$(filter $(GAME),$(GAMES)),$(GAMES))
ifeq ($(CHOSEN),)
$(error there is no game `$(GAME)`; the games are $(GAMES))
endif

# Packages of the programs that play.
PROGRAMS := $(foreach game,$(CHOSEN),--package $(game) --package $(game)-judge) --package judge-report
TASK := cargo run --package xtask --

help: ## Show what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

game: ## Write a new game: NAME=hanoi KIND=interactive, KIND=offline, or KIND=hidden for one with a secret and a cost
	@$(TASK) new "$(NAME)" "$(KIND)"
	@cargo fmt --all
	@echo "next: make play GAME=$(NAME)"

build: ## Build solvers and judges in release mode; GAME=slider those of one game
	@cargo build --release $(PROGRAMS) --bins
	@$(if $(GAME),,cargo build --release --package lucky-linked)

play: ## Build, and play our solvers against the judges; GAME=slider SEEDS=1-100 narrows it
	@scripts/play.py "$(GAME)" "$(SEEDS)"

submissions: ## Write target/submissions/<game>.rs, one file each; GAME=slider writes one
	@$(TASK) submissions $(GAME)

packages: build ## Write target/packages/<format>/<game>: problem packages for Kattis, DOMjudge and the format 2025-09; GAME=slider writes one
	@$(TASK) packages $(GAME)

tasks: ## Write target/tasks/<game>: tasks for agents in Harbor's format, with new secret cases; SEED=KEY repeats an export, GAME=slider writes one
	@$(TASK) tasks $(GAME) $(if $(SEED),--key $(SEED))

site: ## Write target/site/: a page of every game, which holds the game itself, and an index; GAME=slider writes one
	@$(TASK) site $(GAME)

single: build submissions ## Play the single files, compiled by plain rustc under each edition, as `make play` does
	@for edition in 2021 2024; do \
		echo "== edition $$edition"; \
		scripts/play.py "$(GAME)" "$(SEEDS)" --solvers target/submissions/$$edition \
			|| exit 1; done

completions: build ## Write completions of the shells and manual pages of every judge and judge-report to target/completions
	@programs=$$(scripts/programs.py) && for program in $(addsuffix -judge,$(CHOSEN)) judge-report; do \
		"$$programs/$$program" completions target/completions || exit 1; done

bench: build ## Run every bench, and print one table of speeds
	@$(TASK) bench

bench-instructions: ## Count instructions of the solvers' inner loops; fails where one rose by more than 5 %
	@$(TASK) instructions

strength: build ## Compare the scores of our solvers at a fixed amount of work with the last ones; WRITE=1 keeps the new ones, GAME=slider plays one game
	@$(TASK) strength $(GAME) $(if $(WRITE),--write)

test: ## Build all programs and run every test; THOROUGH=1 gives random tests their full size
	@scripts/test.py

hostile: ## Run every hostile contestant against the judges, and print the verdicts; REPEATS=20 runs each as often, GAME=slider builds and tries one judge
	@$(MAKE) --no-print-directory build
	@cargo build --release --package harness --bins
	@THOROUGH=1 REPEATS="$(REPEATS)" GAME="$(GAME)" cargo test --release --package harness --test hostile suite::as_ -- --nocapture

load: build ## Count failures of contestants within their limits on a loaded host, as root and as a user: an hour and more; CASES=100 THREADS=8,250 BUSY=2 for a quick run
	@cargo build --release --package harness --bins
	@CASES="$(CASES)" THREADS="$(THREADS)" BUSY="$(BUSY)" cargo run --release --package harness --example load

lint: ## Check formatting, and run clippy with warnings as errors
	@cargo fmt --all --check
	@cargo clippy --workspace --all-targets -- -D warnings
	@cargo clippy --package game --package scene --package '*-judge' --lib --no-default-features -- -D warnings

cluster: build ## Play a run in shards with Slurm or GNU parallel; scripts/cluster/README.md lists the variables
	@scripts/cluster/run.sh start

cluster-test: build ## Test that on a Slurm of one node, which it starts, and with GNU parallel
	@scripts/cluster/test.sh
