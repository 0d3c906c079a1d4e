#!/usr/bin/env bash
# Usage and input errors: exit status 2, one clear line on stderr, nothing on stdout, nothing half-written.
. "$(dirname "$0")/common.sh"

a_scene='{"id":"one","query":"relation","a":{"type":"point","at":[0,0]},"b":{"type":"point","at":[3,4]}}'

test_words_it_does_not_know() {
  refuses 'unknown verb "splendid"' splendid
  refuses '.*required' # no verb at all
  refuses '.*--bogus' check --bogus
  refuses 'unknown subject "splendid"; `touchstone list subjects`' check --subjects core,splendid
  refuses 'unknown stratum "splendid"; `touchstone list strata`' check --strata splendid
  refuses 'unknown pair "splendid"; `touchstone list pairs`' check --pairs splendid
  refuses 'unknown query "splendid"; `touchstone list queries`' check --queries splendid
  refuses 'unknown subject "splendid"' replay "$scenes/designed.jsonl" --subjects splendid
  refuses 'unknown subject "two\\nlines"' check --subjects $'two\nlines'
  refuses '.*splendid' list splendid
  refuses '.*splendid' check --by splendid
}

test_words_that_name_nothing() {
  local option
  for option in subjects strata pairs queries; do refuses '"," names nothing' check --$option ,; done
  refuses 'stratum "real_shapes" comes from files' check --strata real_shapes
  refuses 'none of the strata makes scenes of these pairs' check --strata duplicate_vertices --pairs aabb-aabb,obb-obb
  refuses '--dimension' check --dimension 4
}

test_numbers_that_are_none() {
  local bad
  for bad in 0 -1 1e3 1.5 x 99999999999999999999 ''; do refuses '.*--cases' check --cases "$bad"; done
  for bad in -1 x 99999999999999999999; do refuses '.*--seed' check --seed "$bad"; done
  for bad in -1 x; do refuses '.*--jobs' check --jobs "$bad"; done
  for bad in x 5y 0 -3s inf 1e999 's'; do refuses "--time: \"$bad\" is no time" check --time "$bad"; done
  for bad in 3/3 1 1/ /3 0/0 1/3x -1/3 ' 1/3' 1/2/3 0/9999999999; do
    refuses "--shard: \"$bad\" is no shard" check --shard "$bad"
  done
  refuses '.*--time.*--cases|.*--cases.*--time' check --time 1s --cases 10
}

test_files_that_cannot_be_read() {
  mkdir folder
  local name
  for name in "replay" "check --scenes" "show"; do
    refuses '(missing\.jsonl): cannot open: No such file' $name missing.jsonl
    refuses 'folder: cannot read: Is a directory' $name folder
  done
  refuses 'missing.geojson: ' check --scenes missing.geojson
}

test_files_without_permission() {
  [ "$(id -u)" != 0 ] || skip "root may read every file"
  printf '%s\n' "$a_scene" >secret.jsonl
  chmod 000 secret.jsonl
  refuses 'secret.jsonl: cannot open: Permission denied' replay secret.jsonl
}

test_a_line_that_is_no_scene_names_file_line_field_and_reason() {
  printf '%s\n' "$a_scene" '{"id":' "$a_scene" "${a_scene/\[3,4\]/[3]}" "${a_scene/point/blob}" >mixed.jsonl
  run 2 replay --json mixed.jsonl --subjects core
  equal 2 "$(wc -l <out)" "the scenes are replayed"
  contains out '"line":3'
  equal 3 "$(wc -l <err)" "each other line is told"
  contains err '^touchstone: mixed\.jsonl:2: '
  contains err '^touchstone: mixed\.jsonl:4: b\.at: '
  contains err '^touchstone: mixed\.jsonl:5: a\.type: .*blob'
  refuses 'mixed.jsonl:2: ' check --scenes mixed.jsonl
}

test_rays_in_the_wrong_place() {
  local ray='{"type":"ray","origin":[0,0],"direction":[1,0]}' point='{"type":"point","at":[3,4]}'
  printf '%s\n' "{\"query\":\"relation\",\"a\":$ray,\"b\":$point}" "{\"query\":\"raycast\",\"a\":$point,\"b\":$point}" \
    '{"query":"relation","a":{"type":"circle","center":[0,0]},"b":{"type":"point","at":[3,4]}}' >rays.jsonl
  run 2 replay --json rays.jsonl --subjects core
  [ ! -s out ] || fail "a scene was replayed"
  contains err '^touchstone: rays\.jsonl:1: query: rays take part in raycast alone$'
  contains err '^touchstone: rays\.jsonl:2: query: raycast needs one ray, got 0$'
  contains err '^touchstone: rays\.jsonl:3: a\.radius: missing field$'
}

test_places_in_a_file() {
  printf '%s\n' "$a_scene" >one.jsonl
  refuses 'one.jsonl:2: no scene there' show one.jsonl:2
  refuses 'one.jsonl:0: no scene there' show one.jsonl:0
  refuses 'one.jsonl:99999999999999999999999: no scene there' show one.jsonl:99999999999999999999999
  : >empty.jsonl
  refuses 'empty.jsonl: holds no scene' show empty.jsonl
  cp one.jsonl odd:7
  run 0 show odd:7
}

test_map_files() {
  printf '{"type":"FeatureCollection","features":[' >broken.geojson
  refuses 'broken.geojson' check --scenes broken.geojson
  printf 'POLYGON ((0 0, 1 0, 0 1, 0 0))\nPOLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))\nPOLYGON ((1 0, 1 1, 0 1, 1 0))\n' >map.wkt
  run 0 check --scenes map.wkt --subjects core --json
  contains err 'map\.wkt.*cross'
  contains err '2 shapes, 1 parts? skipped, 1 pair'
  contains out '"scenes":1,'
  refuses 'map.wkt' check --scenes map.wkt --strict
  refuses '.*stands alone' check --scenes map.wkt map.wkt
}

test_a_full_disk() {
  [ -c /dev/full ] || skip "no /dev/full"
  "$program" replay --json "$scenes/designed.jsonl" >/dev/full 2>err
  equal 2 $? "status of replay"
  contains err '^touchstone: .*No space left'
  "$program" list >/dev/full 2>err
  equal 2 $? "status of list"
  contains err '^touchstone: .*No space left'
  equal 1 "$(wc -l <err)"
  refuses '/dev/full: cannot write: No space left' show "$scenes/designed.jsonl" --svg /dev/full
}

test_stores_that_are_none() {
  mkdir folder
  printf 'this is no database, and it is long enough to be told so%01000d' 1 >text
  cp text copy
  refuses 'folder: unable to open database file' check --store folder --cases 10
  refuses 'missing/store: unable to open database file' check --store missing/store --cases 10
  refuses 'text: file is not a database' check --store text --cases 10
  cmp -s text copy || fail "the file was changed"
  run 0 check --store s --subjects core --cases 100
  refuses 's: belongs to a run with other arguments' check --store s --subjects core --cases 101
  refuses 's: belongs to a run with other arguments' check --store s --subjects core --cases 100 --seed 2
  printf '%s\n' "$a_scene" >scenes.jsonl
  run 0 check --store t --subjects core --scenes scenes.jsonl
  run 0 check --store t --subjects core --scenes scenes.jsonl
  printf '%s\n' "$a_scene" >>scenes.jsonl
  refuses 't: belongs to a run with other arguments' check --store t --subjects core --scenes scenes.jsonl
}

test_help_and_version_are_no_errors() {
  local verb
  run 0 --help
  run 0 --version
  contains out '^touchstone [0-9]'
  for verb in list check replay show report; do
    run 0 $verb --help
    [ -s out ] && [ ! -s err ] || fail "help of $verb"
  done
}

test_asking_nothing_is_no_success() {
  refuses 'nothing was asked' check --subjects boost --queries penetration --cases 10
  : >nothing.jsonl
  refuses 'the files hold no scenes' check --scenes nothing.jsonl
  refuses 'the files hold no scenes' replay nothing.jsonl
}

test_a_nul_byte_does_not_end_a_line() {
  printf '%s\0 more\n' "$(head -n 1 "$scenes/designed.jsonl")" >nul.jsonl
  refuses 'nul.jsonl:1: .*NUL byte' replay nul.jsonl
}

run_tests
