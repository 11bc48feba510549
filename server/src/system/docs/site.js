// A wide window shows the navigation beside the text, without a button to collapse it.
const guides = document.getElementById('guides');
const wide = matchMedia('(min-width: 960px)');
const follow = () => {
  guides.open = wide.matches;
};
wide.addEventListener('change', follow);
follow();

const announcer = document.createElement('p');
announcer.className = 'sr-only';
announcer.setAttribute('role', 'status');
document.body.append(announcer);

/** Copies the code. Without https the Clipboard API is missing: then the code is selected and copied by execCommand. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  }
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const done = await copy(block.querySelector('code'));
    button.textContent = done ? 'Copied' : 'Press Ctrl+C';
    announcer.textContent = done ? 'Copied' : 'Code selected. Press Ctrl+C to copy it.';
    setTimeout(() => {
      button.textContent = 'Copy';
      announcer.textContent = '';
    }, 2000);
  });
  block.append(button);
}

const languages = { sh: 'curl', python: 'Python', php: 'PHP', js: 'JavaScript' };
const languageOf = (block) => block.querySelector('code').dataset.language;

/** The code blocks that follow a block directly, and the block itself. */
function runFrom(block) {
  const run = [block];
  while (run.at(-1).nextElementSibling?.matches('.code')) run.push(run.at(-1).nextElementSibling);
  return run;
}

/** Shows one language of each task. Without this script the blocks follow each other. */
const groups = [...document.querySelectorAll('.code')]
  .filter((block) => !block.previousElementSibling?.matches('.code'))
  .map(runFrom)
  .filter(
    (run) =>
      run.length === Object.keys(languages).length && run.every((block) => languages[languageOf(block)]),
  );
for (const run of groups) {
  const choice = document.createElement('div');
  choice.className = 'languages';
  choice.setAttribute('role', 'group');
  choice.setAttribute('aria-label', 'Language of the example');
  for (const block of run) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.language = languageOf(block);
    button.textContent = languages[languageOf(block)];
    button.addEventListener('click', () => {
      const { top } = button.getBoundingClientRect();
      choose(button.dataset.language);
      // The groups above may have become longer or shorter.
      scrollBy(0, button.getBoundingClientRect().top - top);
    });
    choice.append(button);
  }
  run[0].before(choice);
}

function choose(language) {
  for (const block of groups.flat()) block.hidden = languageOf(block) !== language;
  for (const button of document.querySelectorAll('.languages button'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}
choose('sh');
