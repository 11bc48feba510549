import type { Command } from './command.ts';

/** The shells for which there is a completion; zsh reads that of bash. */
export const shells = ['bash', 'zsh'] as const;
type Shell = (typeof shells)[number];

export const isShell = (name: string): name is Shell => shells.some((shell) => shell === name);

/** The cases of the shell's `case` statement: the options of each command of one word, or of two. */
const optionCases = (commands: Record<string, Command>, count: 1 | 2): string[] =>
  Object.entries(commands)
    .filter(([words]) => words.split(' ').length === count)
    .map(([words, { options = {}, optional = {}, flags = [] }]) => {
      const names = [...Object.keys({ ...options, ...optional }), ...flags, 'json', 'help'].map(
        (name) => `--${name}`,
      );
      return `    '${words}') options='${names.join(' ')}' ;;`;
    });

/**
 * A script that completes the words and options of the program `lectern`. The shell runs it alone, so that a Tab starts
 * no Node: the words are those of the version that printed it.
 */
export function completionScript(commands: Record<string, Command>, shell: Shell): string {
  const first = new Set(Object.keys(commands).map((words) => words.split(' ')[0] ?? ''));
  const seconds = [...first].map((word) => {
    const after = Object.keys(commands).filter((words) => words.startsWith(`${word} `));
    return `      '${word}') words='${after.map((words) => words.slice(word.length + 1)).join(' ')}' ;;`;
  });
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_lectern() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" words="" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${[...first, 'help', 'completion'].join(' ')}'
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "$first" in
${seconds.join('\n')}
      'help') words='${[...first].join(' ')}' ;;
      'completion') words='${shells.join(' ')}' ;;
    esac
  fi
  case "$first \${COMP_WORDS[2]}" in
${optionCases(commands, 2).join('\n')}
  esac
  [ -n "$options" ] || case "$first" in
${optionCases(commands, 1).join('\n')}
  esac
  case "$current" in -*) words="$options" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _lectern lectern
`;
}
