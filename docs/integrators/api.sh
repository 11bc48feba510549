# The two functions of the guides, for bash and zsh with curl and Node. They use $base, the address of Lectern, and $token.

# api METHOD PATH [BODY]: sends a request and prints the response. A refusal is an error on the terminal, with its status,
# code and details. `as=TOKEN api …` sends another token.
api() {
  local response
  case $2 in *//*)
    echo "Not sent, because an earlier line gave no id: $1 $2" >&2
    return 1
  esac
  if response=$(curl -sS --fail-with-body -X "$1" "$base$2" -H "authorization: Bearer ${as:-$token}" \
    -H 'content-type: application/json' ${3:+-d"$3"}); then
    printf '%s\n' "$response"
  else
    printf '%s\n' "$1 $2: $response" >&2
    return 1
  fi
}

# field EXPRESSION: prints one field of the response that it reads: `field id`, `field 'items[0]?.id'`.
field() {
  node -e "const text = require('fs').readFileSync(0, 'utf8').trim(); if (text) console.log(JSON.parse(text).$1 ?? '')"
}
