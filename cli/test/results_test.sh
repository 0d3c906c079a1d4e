#!/usr/bin/env bash
# What the verbs print, and the exit statuses 0 and 1.
. "$(dirname "$0")/common.sh"

test_check_without_findings_is_fine() {
  run 0 check --subjects core --cases 3000
  contains out '^3000 scenes'
  [ ! -s err ] || fail "stderr: $(cat err)"
}

test_check_with_findings_says_so() {
  run 1 check --subjects boost.intersects --strata near_touch --cases 2000 --json
  [ ! -s err ] || fail "stderr: $(cat err)"
  contains out '^\{"scenes":2000,.*"signature":"relation\.false_hit\.boost\.intersects\.'
  equal 1 "$(wc -l <out)"
  run 1 check --subjects boost.intersects --strata near_touch --cases 2000 --by pair
  contains out 'relation\.false_hit\.boost\.intersects'
}

test_check_of_the_regressions_finds_no_fault_of_the_core() {
  run 0 check --scenes "$scenes/designed.jsonl" "$scenes/public-2d.jsonl" --subjects core
}

test_shards_of_a_check_hold_all_scenes() {
  local sum=0 shard n
  for shard in 0 1 2; do
    run 0 check --subjects core.sat --cases 100000 --shard $shard/3 --json
    n=$(sed -E 's/^\{"scenes":([0-9]+),.*/\1/' out)
    sum=$((sum + n))
  done
  equal 100000 $sum
}

test_check_ends_in_time() {
  local started=$SECONDS
  run 0 check --subjects core.sat --time 1s
  [ $((SECONDS - started)) -lt 20 ] || fail "it took $((SECONDS - started)) s"
}

test_list_names_everything() {
  run 0 list
  local name
  for name in core.collide published.gjk boost.area near_touch real_shapes polygon-polygon penetration; do
    contains out "^  $name( |$)"
  done
  run 0 list strata --json
  contains out '^\{"strata":\[\{"name":"uniform"\}'
}

test_replay_tells_all_of_a_scene() {
  cat >scene.jsonl <<'SCENES'
{"id":"overlap","query":"penetration","a":{"type":"aabb","min":[-8,-4],"max":[0,4]},"b":{"type":"aabb","min":[-1,-4],"max":[8,4]},"expect":{"relation":"overlapping","depth":1,"mtv":[[1,0]],"area":8}}
{"id":"invalid","query":"relation","a":{"type":"aabb","min":[1,1],"max":[0,0]},"b":{"type":"point","at":[0,0]}}
{"id":"inside","query":"contains","a":{"type":"point","at":[0,0]},"b":{"type":"aabb","min":[-1,-1],"max":[1,1]}}
SCENES
  run 0 replay --json --subjects core.collide scene.jsonl
  equal 3 "$(wc -l <out)"
  sed -n 1p out >overlap
  contains overlap '^\{"file":"scene.jsonl","line":1,"id":"overlap","status":"ok","truth":\{"relation":"overlapping","kind":"piercing",'
  contains overlap '"separation":\{"sign":-1,"lo":-1\.0,"hi":-1\.0,"squared":"1/1"\},"distance":0\.0,"depth":1\.0,"mtv":\[\[1\.0,0\.0\]\],"closest":\[\['
  contains overlap '"area":8\.0,"area_exact":"8/1"\},"expect":\{"ok":true,"differs":\[\]\}'
  contains overlap '"subjects":\[\{"subject":"core.collide","query":"penetration","answer":\{"status":"ok","relation":"overlapping","depth":1\.0,"mtv":\[\[1\.0,0\.0\]\],"iterations":[0-9]+\},"verdict":"right","error_u":0\.0,"signature":null\}\]\}$'
  sed -n 2p out >invalid
  contains invalid '"status":"invalid_input","reason":"a: .+","truth":\{"status":"invalid_input","reason":"a: .*"answer":\{"status":"refused"'
  sed -n 3p out >inside
  contains inside '"truth":.*"location":"inside"'
  ! grep -q '"area"' inside || fail "a point has no area in common"
}

test_replay_tells_what_a_ray_hits() {
  cat >rays.jsonl <<'SCENES'
{"id":"hit","query":"raycast","a":{"type":"circle","center":[5,0],"radius":1},"b":{"type":"ray","origin":[0,0],"direction":[2,0]},"expect":{"hit":true,"t":2}}
{"id":"miss","query":"raycast","a":{"type":"ray","origin":[0,0],"direction":[0,1]},"b":{"type":"ring","center":[5,0],"inner_radius":1,"outer_radius":2},"expect":{"hit":false}}
{"id":"null","query":"penetration","a":{"type":"circle","center":[0,0],"radius":1},"b":{"type":"circle","center":[0,0],"radius":1},"expect":{"depth":2,"mtv":null}}
SCENES
  run 0 replay --json --subjects core.collide rays.jsonl
  sed -n 1p out >hit
  contains hit '"truth":\{"hit":true,"t":2\.0,"point":\[4\.0,0\.0\],"normal":\[-1\.0,0\.0\]\},"expect":\{"ok":true'
  contains hit '"answer":\{"status":"ok","hit":true,"t":2\.0,"point":\[4\.0,0\.0\],"normal":\[-1\.0,0\.0\],"iterations":[0-9]+\},"verdict":"right"'
  sed -n 2p out >miss
  contains miss '"truth":\{"hit":false\},"expect":\{"ok":true'
  sed -n 3p out >null
  contains null '"mtv":null.*"expect":\{"ok":true'
}

test_replay_tells_expectations_that_differ() {
  printf '%s\n' '{"id":"x","query":"relation","a":{"type":"point","at":[0,0]},"b":{"type":"point","at":[3,4]},"expect":{"relation":"touching","distance":5,"depth":1,"area":0,"hit":false}}' >wrong.jsonl
  run 1 replay --json --subjects core wrong.jsonl
  contains out '"expect":\{"ok":false,"differs":\["relation","depth","hit","area"\]\}'
  run 1 replay --subjects core wrong.jsonl
  contains out 'relation'
}

test_replay_names_the_fault_of_a_subject() {
  run 1 replay --json --subjects boost.area "$scenes/public-2d.jsonl"
  contains out '"id":"b2d-001",.*"answer":\{"status":"ok","area":1000000\.0,.*"verdict":"wrong",.*"signature":"area\.area_error\.boost\.area\.polygon-polygon"'
}

test_replay_asks_the_scenes_query_or_all() {
  sed -n 1p "$scenes/designed.jsonl" >one.jsonl
  run 0 replay --json --subjects core.collide one.jsonl
  equal 1 "$(grep -o '"subject":' out | wc -l)"
  run 0 replay --json --subjects core.collide --all-queries one.jsonl
  equal 5 "$(grep -o '"subject":' out | wc -l)" "relation, kind, distance, penetration, area"
}

test_show_has_every_form() {
  local scene=$scenes/designed.jsonl:2
  run 0 show "$scene"
  contains out 'designed-02'
  run 0 show "$scene" --cpp
  contains out 'TEST\('
  run 0 show "$scene" --wkt
  equal 2 "$(grep -c '^POLYGON' out)"
  run 0 show "$scene" --svg picture.svg
  contains picture.svg '^<svg '
  [ ! -s out ] || fail "the picture is in the file, stdout has: $(head -c 100 out)"
  run 0 show "$scene" --certificate
  contains out '^\{"relation":"overlapping","proof":"interior_point"'
}

test_certificates_convince_a_stranger() {
  command -v python3 >/dev/null || skip "python3 is missing"
  local file line number checked=0
  for file in "$scenes"/*.jsonl; do
    number=0
    while IFS= read -r line; do
      number=$((number + 1))
      run 0 show "$file:$number" --certificate
      grep -qE '"status":"(invalid_input|no_certificate)"' out && continue
      printf '%s,"certificate":%s}\n' "${line%\}}" "$(cat out)" >>claims
      checked=$((checked + 1))
    done <"$file"
  done
  python3 "$root/oracle/test/check_certificate.py" claims >verdicts || fail "$(grep -n -m3 -v '^ok' verdicts)"
  equal "$checked" "$(grep -c '^ok$' verdicts)"
  [ "$checked" -gt 60 ] || fail "only $checked certificates"
  sed 's/"relation":"overlapping","proof"/"relation":"touching","proof"/' claims |
    python3 "$root/oracle/test/check_certificate.py" >verdicts && fail "a false claim was believed"
  return 0
}

run_tests
