// A wide window shows the navigation beside the text, where nothing folds it.
const guides = document.getElementById('guides');
const wide = matchMedia('(min-width: 960px)');
const follow = () => {
  guides.open = wide.matches;
};
wide.addEventListener('change', follow);
follow();

const says = document.createElement('p');
says.className = 'sr-only';
says.setAttribute('role', 'status');
document.body.append(says);

/** Selects the code where the browser keeps the clipboard from pages without https, and copies the selection. */
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
    says.textContent = done ? 'Copied' : 'The code is selected: press Ctrl+C to copy it.';
    setTimeout(() => {
      button.textContent = 'Copy';
      says.textContent = '';
    }, 2000);
  });
  block.append(button);
}
