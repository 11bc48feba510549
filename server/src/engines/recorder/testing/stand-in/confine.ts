// Becomes the stand-in without any limits: it reads its behaviour from files beside its folder.
const program = process.argv.slice(3);
process.execve?.(process.execPath, [process.execPath, ...program], process.env);
