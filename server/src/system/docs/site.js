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
