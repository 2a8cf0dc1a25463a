#!/bin/sh
# Checks an unpacked bundle with sh, sed, sha256sum and ssh-keygen:  sh verify.sh [FOLDER]
#
# Seen: damaged files; every signature, with the key, seat and namespace that the charter gives; the order of the
# documents, their ids and numbers; who owed what; every commitment, opening, link, audit and joint seed; of cards that
# a referee dealt, that they lie where he dealt them, and once his secret is open the salts of those that were opened.
# Not seen: whether the rules of the game allow what was done, and lead to what the states say lies on the table. The
# players have signed that with their next acts; on the last state nothing rests. Nor what the dealer's envelopes hold
# (no shell can open them), and whether he dealt what was drawn. The program sees it too:
# `adjudicator verify`. README.txt says more.
LC_ALL=C; export LC_ALL; umask 077
case ${1:-$0} in */*) where=${1:-${0%/*}} ;; *) where=${1:-.} ;; esac
cd -- "$where" || exit 1
[ -f record.yaml ] && [ -f SHA256SUMS ] || { echo 'no unpacked bundle here: pack the game and unpack it'; exit 1; }
command -v sha256sum > /dev/null || sha256sum() { shasum -a 256 "$@"; }
work=${TMPDIR:-/tmp}/verify.$$
mkdir "$work" || exit 1
trap 'rm -rf "$work"' EXIT; trap 'exit 1' HUP INT TERM
: > "$work/keys"
bad=0 documents=0 game='' id='' kind='' state='' number=-1 due='' public='' at=SHA256SUMS nl='
'
chains='' sealed='' handles='' seeds='' done='' acts='' bound='' dealt='' moved='' resigned=0 others=0
cards='' turned='' secrets=''

wrong() { bad=1; printf '%s: %s\n' "$at" "$1"; }
hash() { h=$(sha256sum) && echo "${h%% *}"; }
has() { case $nl$1 in *"$nl$2"*) return 0 ;; esac; return 1; }         # does a table hold a row that begins so
look() {  # look WORD TABLE: what stands behind a word
    while read -r a b; do [ "$a" != "$1" ] || echo "$b"; done <<END
$2
END
}
scalar() { v=${1#*: }; v=${v#\"}; v=${v%\"}; }

# A signature behind its key: namespace, nothing reserved, sha512; and S below 2^252, which honest signers' always is.
shape() {
    case $1 in
        charter) echo 'AAAQdHVybmZpbGUtY2hhcnRlcgAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUxOQAAAE.*[AEIMQUYcgkosw048][A-P]' ;;
        act) echo 'AAAMdHVybmZpbGUtYWN0AAAAAAAAAAZzaGE1MTIAAABTAAAAC3NzaC1lZDI1NTE5AAAAQ.*[AQgw][AEIMQUYcgkosw048]=' ;;
        state) echo 'AAAOdHVybmZpbGUtc3RhdGUAAAAAAAAABnNoYTUxMgAAAFMAAAALc3NoLWVkMjU1MTkAAABA.*[A-D][AQgw]==' ;;
    esac
}
signature() {  # signature SEAT NAMESPACE: is the signature in $work/sig SEAT's, in its one spelling
    ssh-keygen -Y verify -f "$work/keys" -I "$1" -n "turnfile-$2" -s "$work/sig" < "$work/text" > "$work/out" 2>&1 ||
        wrong "the signature of $1 is not good"
    [ -z "$(sed -n -e '1{/^-----BEGIN SSH SIGNATURE-----$/!p;}' -e '2,4{/^[A-Za-z0-9+/]\{70\}$/!p;}' \
        -e '5{/^[A-Za-z0-9+/=]\{34,38\}$/!p;}' -e '6{/^-----END SSH SIGNATURE-----$/!p;}' -e '7,$p' "$work/sig")" ] ||
        wrong "the signature is framed in another way, or something follows it"
    [ "$(sed -n -e '2h' -e '3,4H' -e '5{H;x;s/\n//g;p;}' "$work/sig" | sed -n "/^.\{88\}$(shape "$2")\$/=")" ] ||
        wrong "the signature has other settings, or a large S"
}
split() {  # split FILE FROM TO: one document, its text, signature and id
    sed -n "$2,$3p;$3q" "$1" > "$work/document"
    sed '/^signature: |$/,$d' "$work/document" > "$work/text"
    sed -n '/^signature: |$/,$ s/^  //p' "$work/document" > "$work/sig"
    id=$(hash < "$work/text")
    { printf '%s\n' "$(sed '' "$work/text")"
      [ ! -s "$work/sig" ] || printf 'signature: |\n%s\n' "$(sed 's/^/  /' "$work/sig")"; } > "$work/joined"
    [ "$(hash < "$work/joined")" = "$(hash < "$work/document")" ] || wrong 'text and signature are not the whole document'
    [ -z "$(sed -n -e '/[^ -~]/p' -e '/^.\{77\}/p' -e '/ $/p' "$work/document")" ] || wrong 'the text is not canonical'
    { IFS= read -r l1; IFS= read -r l2; IFS= read -r l3; IFS= read -r l4; IFS= read -r l5; IFS= read -r l6
      IFS= read -r l7; IFS= read -r l8; } < "$work/text"
    scalar "$l3"; kind=$v
    [ "$l1$nl$l2$nl$l3" = "---${nl}turnfile: 1${nl}kind: \"$kind\"" ] || wrong 'it does not begin like a document'
}
charter() {
    game=$id state=$id number=0
    sed -n -e '/^  - seat: "[a-z][a-z0-9_]*"$/{s/.*"\(.*\)"/\1/;h;}' -e '/^referee:$/{s/.*/referee/;h;}' \
        -e '/^ *key: "/{s/.*"\(.*\)"/ ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA\1/;H;x;s/\n//;p;}' "$work/text" |
        sed -e 's/ / namespaces="turnfile-charter,turnfile-act" /' \
            -e '/^referee /s/turnfile-act"/turnfile-act,turnfile-state"/' > "$work/keys"
    [ "$(hash < "$work/keys")" = "$(hash < allowed_signers)" ] || wrong 'allowed_signers is not what the charter says'
    while read -r seat _ _ key; do
        has "$due" "$seat " && wrong "$seat stands twice"
        case $keys in *" $key "*) wrong "$seat has the key of another" ;; esac
        keys="$keys $key " due="$due$seat enrol enrolment$nl"
    done < "$work/keys"
    sed -n -e '/^  - part: /{s/.*"\(.*\)"/\1/;h;}' -e '/^    hash: /{s/.*"\(.*\)"/\1/;x;G;s/\n/ /;p;}' "$work/text" > "$work/parts"
    while read -r part digest; do
        [ "$(hash < "components/$part")" = "$digest" ] || wrong "components/$part is not the file that the charter names"
    done < "$work/parts"
    signature "$(sed -n '$s/^proposer: "\(.*\)"$/\1/p' "$work/text")" charter
}
act() {
    scalar "$l7"; seat=$v; scalar "$l8"; request=$v; names='' want='' label='' index=''
    [ "$l4$nl$l5$nl$l6" = "game: \"$game\"${nl}number: $number${nl}state: \"$state\"" ] || wrong 'it answers another state'
    [ "$l7$nl$l8" = "seat: \"$seat\"${nl}request: \"$request\"" ] || wrong 'its head has other fields'
    signature "$seat" act
    has "$done" "$seat $request " && wrong "$seat has answered $request already"
    done="$done$seat $request $kind$nl" acts="$acts$id$nl"
    [ "$kind" = resignation ] || others=1
    case $kind in
        resignation) resigned=1; has "$due" "$seat $request " ;;
        *) has "$due" "$seat $request $kind$nl" ;;
    esac || wrong "no $kind of $seat is due for $request"
    while IFS= read -r line; do
        scalar "$line"
        case $line in
            public:* | private:*) moved="$moved$seat ${line%%:*} 0 $v - $nl" ;;
            label:*) label=$v ;;
            index:*) index=$v ;;
            link:*) link "$v" ;;
            '    seat: '*) owner=$v ;;
            '  - slot: '*) slot=$v ;;
            '    hash: '*) if [ "$kind" = deal ]; then card "$v"; else bound="$bound$seat $request $slot $v$nl"; fi ;;
            '  - name: '*)
                case "$names " in *" $v "*) wrong "$v stands in it twice" ;; esac
                name=$v text='' names="$names $v" ;;
            '    value: '*) text=${line#    value: }$nl ;;
            '      '*) text=$text${line#      }$nl ;;
            '    salt: '*) opening "$v" ;;
        esac
    done < "$work/text"
    while read -r s r slot _; do [ "$s $r" != "$seat $request" ] || want="$want $slot"; done <<END
$sealed
END
    case $kind$names in reveal"$want" | reveal"$want "*) ;; reveal*) wrong "other slots are due: $want" ;; esac
    case $kind/$seat/$(drawn "$label") in deal/referee/?*) ;; deal/*) wrong "$label is no closed draw of the dealer" ;; esac
}
card() {  # a card of a deal, with its commitment
    case ${name#"referee.$request."} in '' | *.*) wrong "$name is not named after its deal" ;; esac
    has "$handles" "$name " && wrong "$name lies there already"
    dealt="$dealt$name $owner $1 ${name##*.}$nl" cards="$cards$name $label$nl"
}
drawn() {  # drawn LABEL: R of a draw of the dealer that is not open yet
    while read -r l h s _; do [ "$l $s" != "$1 referee" ] || echo "$h"; done <<END
$seeds
END
}
opening() {
    row=$(while read -r s r slot h f; do [ "$s $r $slot" = "$seat $request $name" ] && echo "$h $f $s $r $slot"; done <<END
$sealed
END
    while read -r n s h f _; do r=${n#*.} && [ "$n $s" = "$name $seat" ] && echo "$h $f ${n%%.*} ${r%.*} ${n##*.}"; done <<END
$handles
END
    )
    set -- "$1" $row
    sum=$(printf 'turnfile1/commit\n%s\n%s\n%s\n%s\n%s\n%s%s\n' "$game" "$3" "$4" "$5" "$6" "$text" "$1" | hash)
    [ "$sum" = "$2" ] || wrong "what is opened as $name is not what was sealed"
    case $name in referee.*) turned="$turned$name $1 $3$nl" ;; esac
}
link() {
    while read -r s o l a p; do [ "$s" = "$seat" ] && set -- "$1" "$o" "$l" "$a" "$p"; done <<END
$chains
END
    if [ "$kind" = link ]; then chain=public from=$2 last=$3; else chain=private from=$4 last=$5; fi
    moved="$moved$seat $chain $index $1 $label $nl"
    case $index in '' | *[!0-9]* | ?????? | 0*) wrong "it has no index"; return ;; esac
    k=$index sum=$1
    while [ "$k" -gt "$from" ]; do
        sum=$(printf 'turnfile1/chain\n%s\n%s\n%s\n%s\n%s\n' "$game" "$seat" "$chain" "$k" "$sum" | hash)
        k=$((k - 1))
    done
    [ "$sum" = "$last" ] || wrong "the $kind does not continue the $chain chain of $seat"
    [ "$kind $seat" != 'audit referee' ] || secrets="$secrets$label $(
        printf 'turnfile1/private\n%s\nreferee\n%s\n%s\n%s\n' "$game" "$label" "$1" "$(drawn "$label")" | hash)$nl"
}
joint() {  # joint LABEL: the seed of a draw of this step
    { printf 'turnfile1/joint\n%s\n%s\n' "$game" "$1"
      while read -r s c k h l; do [ "$c $l" != "public $1" ] || echo "$s $k $h"; done; } <<END | hash
$moved
END
}
follows() {  # a state: is its head the next, and do its tables follow from the acts before it
    [ "$l4$nl$l5$nl$l6" = "game: \"$game\"${nl}number: $((number + 1))${nl}prev: \"$state\"" ] || wrong 'it follows no state here'
    [ ! -s "$work/sig" ] || signature referee state
    before=$state n_acts='' n_sealed='' n_handles='' n_seeds='' n_chains='' n_due='' row='' table=''
    sed -e '/^public:/,/^handles:/{/^handles:/!d;}' "$work/text" > "$work/tables"
    while IFS= read -r line; do
        scalar "$line"
        case $line in [a-z]* | '  - '*) [ -z "$row" ] || eval "n_$table=\$n_$table\$row\$nl"; row='' ;; esac
        case $line in
            acts: | sealed: | handles: | seeds: | chains: | due:) table=${line%:} ;;
            [a-z]*) table=other ;;
            '  - "'*) v=${line#*\"}; row=${v%\"} ;;
            '  - '*) row=$v ;;
            '    '*) row="$row $v" ;;
        esac
    done < "$work/tables"
    [ "$n_acts" = "$acts" ] || wrong 'its acts are not those before it'
    [ "$resigned$others" != 11 ] || wrong 'something else stands beside a resignation'
    [ "$resigned" = 1 ] || [ "$done" = "$due" ] || wrong 'not everything that was due is there, in its order'
    laid=$(sed -n '/^public:/,/^handles:/{/^handles:/!p;}' "$work/text" | hash)
    [ -z "$bound" ] || [ "$laid" = "$public" ] || wrong 'the table changed while choices were being sealed'
    rows="$n_sealed$n_handles"
    while read -r s r slot h; do
        [ -z "$s" ] || has "$rows" "$s $r $slot $h $before$nl" || has "$rows" "$s.$r.$slot $s $h $before $slot$nl" ||
            wrong "what $s sealed as $slot is not in it"
    done <<END
$bound
END
    while read -r s r slot h f; do
        [ -z "$s" ] || has "$bound" "$s $r $slot $h$nl" || wrong "nobody sealed $slot of $s"
    done <<END
$n_sealed
END
    while read -r n s h f slot; do
        r=${n#*.}
        [ -z "$n" ] || has "$handles" "$n $s $h $f $slot$nl" || has "$bound" "$s ${r%.*} $slot $h$nl" ||
            { has "$dealt" "$n $s $h $slot$nl" && [ "$f" = "$before" ]; } || wrong "nobody sealed or dealt $n"
    done <<END
$n_handles
END
    while read -r l h s i; do
        [ -z "$l" ] || has "$seeds" "$l $h $s $i$nl" || [ "$h" = "$(joint "$l")" ] || wrong "the seed of $l is another"
    done <<END
$n_seeds
END
    [ "$number" -gt 0 ] || chains=$(while read -r s _; do echo "$s 0 - 0 -"; done < "$work/keys")
    hoped=$(while read -r s o l a p; do
        while read -r t c k h _; do
            [ "$t $c" != "$s public" ] || { [ "$k" -le "$o" ] && [ "$number" -gt 0 ]; } || { o=$k l=$h; }
            [ "$t $c" != "$s private" ] || { [ "$k" -le "$a" ] && [ "$number" -gt 0 ]; } || { a=$k p=$h; }
        done <<END
$moved
END
        echo "$s $o $l $a $p"; done <<END
${chains%"$nl"}
END
    )
    [ "$n_chains" = "$hoped$nl" ] || wrong 'its chains are not where the links have led'
    chains=$n_chains sealed=$n_sealed handles=$n_handles seeds=$n_seeds due=$n_due public=$laid
    done='' acts='' bound='' dealt='' moved='' resigned=0 others=0 state=$id number=$((number + 1))
}
each() {  # each FILE DO: what is to be done with every document of a stream
    file=$1 act=$2 from='' place=0
    for next in $(sed -n '/^---$/=' "$1") $(($(sed -n '$=' "$1") + 1)); do
        if [ -n "$from" ]; then
            place=$((place + 1)) at="$file, document $place"
            split "$file" "$from" $((next - 1))
            "$act"
        elif [ "$next" != 1 ]; then at=$file; wrong 'something stands before the first document'; fi
        from=$next
    done
    documents=$((documents + place))
    [ "$(sed -n '$p' "$1" | hash)" = "$(sed -n '$p' "$1" | { IFS= read -r line && printf '%s\n' "$line"; } | hash)" ] ||
        wrong 'the last line does not end'
}
counted() {
    at="$at ($kind)"
    case $place/$kind in
        1/charter) charter ;;
        1/* | */charter) wrong 'a record begins with its charter, and has one' ;;
        */state) follows ;;
        *) act ;;
    esac
}
aside() {  # what does not count proves only that it was signed
    scalar "$l7"
    [ "$l4" = "game: \"$game\"" ] || wrong 'it belongs to another game'
    if [ "$kind" = state ]; then signature referee state; else signature "$v" act; fi
}

sha256sum -c SHA256SUMS 2> /dev/null > "$work/sums" || wrong "$(sed '/: OK$/d' "$work/sums")"
for name in README.txt PROTOCOL.md allowed_signers manifest.yaml record.yaml verify.sh; do
    [ "$(sed -n "/^[0-9a-f]\{64\}  $name\$/p" SHA256SUMS)" ] || wrong "$name is not listed"
done
each record.yaml counted
at=record.yaml
while read -r s r k; do
    [ -z "$s" ] || has "$done" "$s $r " || [ "$resigned" = 1 ] || missing="${missing:-}${missing:+, }$s $k $r"
done <<END
$due
END
shown=0
while read -r n salt f; do  # once the dealer's secret is open, so is how he made the salts
    k=$(look "$(look "$n" "$cards")" "$secrets")
    [ "$k" ] || continue
    if [ "$(printf 'turnfile1/card\n%s\n%s\n%s\n' "$k" "$f" "$n" | hash)" = "$salt" ]; then shown=$((shown + 1))
    else wrong "the salt of $n is not the one that the dealer's secret gives: he has cheated"; fi
done <<END
$turned
END
[ ! -e proofs.yaml ] || each proofs.yaml aside
at=manifest.yaml
[ "$(sed -n 's/^game: "\(.*\)"$/\1/p' manifest.yaml)" = "$game" ] || wrong 'it names another game'
[ "$(sed -n 's/^last: "\(.*\)"$/\1/p' manifest.yaml)" = "$state" ] || wrong 'it names another last state'
[ "$(sed -n 's/^state: //p' manifest.yaml)" = "$number" ] || wrong 'it names another number of states'
[ "$(sed -n 's/^documents: //p' manifest.yaml)" = "$documents" ] || wrong 'it names another number of documents'
echo "game $game"
echo "last state $number $state${missing:+; waits for $missing}"
set -- $cards
if [ $# -gt 0 ]; then
    echo "$(($# / 2)) cards were dealt, ${shown} of them opened with the salt that the dealer's secret gives"
    echo "not seen here: what the dealer's envelopes hold, and whether his cards are those that were drawn (README.txt)"
fi
[ "$bad" = 0 ] && echo "good: $documents documents" || echo BAD
exit "$bad"
