# A short session as two people would type it, in one folder; $PY runs the program.
set -eu
run() { "$PY" -m adjudicator "$@"; }
run key new alice --no-passphrase --keys alice > /dev/null
run key new bob --no-passphrase --keys bob > /dev/null
run new border-states "Alices Spiel" --as union --against bob/bob.pub --title "Das größte Spiel" --keys alice
run join "Bobs Spiel" "Alices Spiel/outbox/to-confederate-0000.yaml" --keys bob
run receive "Alices Spiel" "Bobs Spiel/outbox/to-union-0001.yaml" --keys alice
run form "Alices Spiel" --keys alice > orders.yaml
run check "Alices Spiel" orders.yaml --keys alice
run order "Alices Spiel" orders.yaml --yes --keys alice
run receive "Bobs Spiel" "Alices Spiel/outbox/to-confederate-0002.yaml" --keys bob
run form "Bobs Spiel" --keys bob > orders.yaml
run order "Bobs Spiel" orders.yaml --yes --keys bob
run receive "Alices Spiel" "Bobs Spiel/outbox/to-union-0003.yaml" --keys alice
run show "Alices Spiel" --keys alice
run status "Alices Spiel" "Bobs Spiel" --json
run verify "Alices Spiel"
