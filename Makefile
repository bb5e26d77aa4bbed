# One word per job. Everything lives in .venv; nothing else on the machine is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(wildcard core/*/*.hpp core/*/*.cpp core/CMakeLists.txt core/*/CMakeLists.txt bindings/*) CMakeLists.txt pyproject.toml
# An editable installation remembers its packages: a new one asks for it again.
PACKAGES := $(shell find src/poise -name __init__.py)

CPP := $(wildcard core/*/*.cpp core/*/*.hpp bindings/*.cpp bindings/*.hpp benchmarks/native/*.cpp benchmarks/native/*.hpp)
BUILD = $(firstword $(wildcard build/cp*))
PAGE := src/poise/studio/page/index.html
PAGE_TOOLS := studio/node_modules/.fetched
PAGE_SOURCES := $(shell find studio/src studio/public -type f 2>/dev/null) $(wildcard studio/*.json studio/*.html studio/*.ts studio/*.js)

# Linear algebra of numpy and scipy on one thread: its matrices are small here, and threads that wait for them spin.
ONE := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

.DEFAULT_GOAL := help
.PHONY: help setup dist demo studio page test lint types core rules pages pytest docs bench peers kernel campaign limbs sanitize verify natural fuzz blender site stub clean

help:  ## Show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: $(VENV)/built $(VENV)/tools  ## Make the virtual environment, build the core, install everything

# What compiles the core comes first and alone; the rest is fetched while it compiles.
$(VENV)/compiling: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python tools/requirements.py compile > $(VENV)/requirements-compile.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --requirement $(VENV)/requirements-compile.txt
	@$(BIN)/python tools/trim.py
	@touch $@

$(VENV)/running: $(VENV)/compiling
	@echo "fetching packages: on disk 0.3 GB …"
	@$(BIN)/python tools/requirements.py run > $(VENV)/requirements.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --requirement $(VENV)/requirements.txt
	@touch $@

$(VENV)/node: $(VENV)/running
	@echo "fetching node, which builds the page: on disk 0.14 GB …"
	@$(BIN)/python tools/requirements.py page > $(VENV)/requirements-page.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --requirement $(VENV)/requirements-page.txt
	@$(BIN)/python tools/trim.py
	@touch $@

$(VENV)/tools: $(VENV)/node
	@echo "fetching what the tests compare with and what checks style and types: on disk 0.7 GB …"
	@$(BIN)/python tools/requirements.py dev > $(VENV)/requirements-dev.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --requirement $(VENV)/requirements-dev.txt
	@touch $@

# For those who work on it warnings are errors; who installs it may have any compiler. It is as old as the beginning of
# the build: a source that is written meanwhile is compiled next time.
$(VENV)/built: $(VENV)/compiling $(CORE) $(PACKAGES)
	@echo "building the core (two minutes) …"
	@touch $@.begun
	@MAKEFLAGS= $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --config-settings=cmake.define.POISE_STRICT=ON --editable .
	@mv $@.begun $@

# What benchmarks time inside the core is a module of their own, beside them.
BENCH := $(VENV)/benchmarks
$(BENCH): $(VENV)/built $(wildcard benchmarks/native/*)
	@$(BIN)/cmake -DPOISE_BUILD_BENCHMARKS=ON $(BUILD) > build/benchmarks-configure.log || (cat build/benchmarks-configure.log; false)
	MAKEFLAGS= $(BIN)/cmake --build $(BUILD) --target _bench
	@touch $@

.PHONY: ready
ready:
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/built $(VENV)/running

demo: ready  ## Pose a person by priorities, ask why not farther; picture, GLB and film go to out/
	$(BIN)/poise demo --output out

studio: ready page  ## Open the studio: pose a person in the browser
	$(BIN)/poise studio

page: $(PAGE)  ## Build the studio's page

$(PAGE_TOOLS): $(VENV)/node studio/package-lock.json
	$(BIN)/python tools/studio_page.py fetch

# The page alone needs less than its tests, whose packages come first where both are asked for.
$(PAGE): $(VENV)/node studio/package-lock.json tools/studio_page.py $(PAGE_SOURCES) | $(if $(filter pages pytest,$(MAKECMDGOALS)),$(PAGE_TOOLS))
	$(BIN)/python tools/studio_page.py build

dist: setup page  ## Write source distribution and wheel to dist/; the first carries the page as it was built
	$(BIN)/python -m build --outdir dist

test:  ## Run every check: style, types, C++ tests, the page's tests, two at a time; then the Python tests
	@$(MAKE) --no-print-directory --jobs=2 lint types core pages page
	@$(MAKE) --no-print-directory --jobs=2 pytest $(ALONGSIDE)

lint: $(VENV)/tools  ## Check style (ruff, clang-format)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)

types: $(VENV)/tools  ## Check types (mypy, strict)
	$(BIN)/mypy

# Of one folder alone: the module is not built again for it.
TESTED := $(sort $(foreach test,$(wildcard core/*/*_test.cpp),$(word 2,$(subst /, ,$(test)))))
ifneq ($(filter-out $(TESTED),$(ONLY)),)
$(error ONLY=$(ONLY): no such folder of C++ tests; there are $(TESTED))
endif
TESTS := $(or $(ONLY:%=%_tests),poise_tests)
core: $(if $(and $(ONLY),$(BUILD)),,$(VENV)/built)  ## Build and run the C++ unit tests, beside the module and from the same library; ONLY=solve
	@$(BIN)/cmake -DPOISE_BUILD_TESTS=ON -DPOISE_BUILD_BENCHMARKS=ON $(BUILD) > build/tests-configure.log || (cat build/tests-configure.log; false)
	MAKEFLAGS= $(BIN)/cmake --build $(BUILD) --target $(TESTS) $(if $(ONLY),,_bench)
	@$(if $(ONLY),,touch $(BENCH))
	set -e; for program in $(TESTS); do $(BUILD)/$$program; done

rules: setup  ## After a change of the solver's rules: the Python tests that hold them, half a minute
	$(BIN)/python -m pytest -q -n 2 $(addprefix tests/solve/test_,solve_settling.py solve_optimality.py solve_saddles.py solve_unchanged.py solve_symmetry.py solve_strictness.py solve_every_task.py balance_distance.py)

pages: $(PAGE_TOOLS)  ## Check the studio's page: TypeScript, Svelte, unit tests
	$(BIN)/python tools/studio_page.py check

pytest: setup $(PAGE_TOOLS) page $(BENCH)  ## Run the Python tests, those of the studio in a real browser among them
	$(ONE) $(BIN)/python -m pytest -n 3 --dist worksteal  # three for two cores: some wait for a browser

docs: setup page  ## Draw the pictures of the documentation again
	$(BIN)/python docs/make_pictures.py

bench: setup $(BENCH)  ## Measure speed beside pinocchio, and size; fails when a budget is missed
	$(BIN)/python benchmarks/kinematics.py
	$(BIN)/python benchmarks/statics.py
	$(BIN)/python benchmarks/explain.py
	$(BIN)/python benchmarks/motion.py
	$(ONE) $(BIN)/python benchmarks/large.py
	$(ONE) $(BIN)/python benchmarks/own_human.py
	$(BIN)/python benchmarks/one_start.py
	$(BIN)/python benchmarks/studio.py --seconds 20
	$(ONE) $(BIN)/python benchmarks/studio_stays.py
	$(ONE) $(BIN)/python benchmarks/limbs.py
	$(ONE) $(BIN)/python benchmarks/limb_unreached.py
	$(BIN)/python benchmarks/analytic_limbs.py

peers: setup  ## Measure the solver beside its peers (placo, mink, Pink …), whose environments are made first
	$(BIN)/python benchmarks/peers

kernel: setup $(BENCH)  ## Measure the strict kernel on bare matrices, and what levels cost
	$(ONE) $(BIN)/python benchmarks/kernel.py --placo
	$(ONE) $(BIN)/python benchmarks/recursion.py

campaign: setup  ## Solve ten thousand random whole-body problems; fails at a NaN, a broken limit or a slow one
	$(BIN)/python benchmarks/campaign.py

limbs: setup  ## Arms and legs by the hundred thousand, and sweeps of their intervals: an hour or more
	$(BIN)/python benchmarks/limb_campaign.py
	$(BIN)/python benchmarks/limb_sweep.py

sanitize: setup  ## Run the core and Python solves under address, undefined and leak sanitizers
	$(BIN)/python tools/sanitize.py $(SANITIZE)

verify: setup  ## Check the numbers from outside: mujoco, HiGHS, SLSQP, sweeps; see python -m verify --help
	$(ONE) $(BIN)/python -m verify $(VERIFY)

measure: $(VENV)/tools  ## Print how large files, functions and classes are
	$(BIN)/python tools/measure_code.py

# What people do, learnt again from captured postures; the folder's README says where these come from.
natural: setup $(VENV)/train  ## Make the habits and the net of natural posture again: POSTURES=cmu_postures.npz, an hour or two
	@test -f "$(POSTURES)" || (echo "say where the captured postures are: make natural POSTURES=…/cmu_postures.npz"; false)
	$(BIN)/python $(NATURAL)/retarget.py $(POSTURES) build/natural/fitted.npz --most 40000
	$(BIN)/python $(NATURAL)/habit_table.py build/natural/fitted.npz src/poise/captured/habit.csv
	$(BIN)/python $(NATURAL)/prepare.py $(POSTURES) build/natural/fitted.npz build/natural/train.npz
	$(VENV)/train/bin/python $(NATURAL)/train.py build/natural/train.npz src/poise/captured/natural.bin
	$(BIN)/python $(NATURAL)/vectors.py src/poise/captured/natural.bin $(NATURAL)/vectors.json
	$(BIN)/python $(NATURAL)/table.py $(POSTURES) build/natural/fitted.npz build/natural/train.npz src/poise/captured/natural.bin

NATURAL := tools/train_natural
$(VENV)/train: $(NATURAL)/requirements.txt
	$(PYTHON) -m venv $@
	@$@/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

fuzz: setup $(VENV)/fuzz  ## Fuzz every file reader and the studio's messages, a minute each; FUZZ="--seconds 600 --only urdf"
	PYTHONPATH=$(CURDIR)/$(VENV)/fuzz $(BIN)/python tests/fuzz $(FUZZ)

# The fuzzer lies in a folder of its own: no other command sees it.
$(VENV)/fuzz: tests/fuzz/requirements.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade --target $@ --requirement $<
	@touch $@

blender: setup $(VENV)/blender  ## Let Blender read and write again what Poise writes; fetches Blender when first asked for, 370 MB
	$(BIN)/python tests/blender $(VENV)/blender/bin/python

# Blender has its own numpy, and an environment for itself.
$(VENV)/blender: tests/blender/requirements.txt
	$(PYTHON) -m venv $@
	@$@/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

site: setup $(VENV)/site  ## Write the documentation as a site to build/site; fails at a link that leads nowhere
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=$(CURDIR)/$(VENV)/site $(BIN)/python -m mkdocs --quiet build --clean --strict
	@echo "written to build/site; to read it: $(BIN)/python -m http.server --directory build/site"

# What makes the site lies in a folder of its own too.
$(VENV)/site: tools/site/requirements.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade --target $@ --requirement $<
	@touch $@

stub: setup  ## Write the type stub of the compiled core again
	$(BIN)/python tools/stub.py

clean:  ## Remove everything that was made
	rm -rf $(VENV) build out studio/node_modules src/poise/studio/page
