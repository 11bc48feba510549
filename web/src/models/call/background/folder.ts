/**
 * The folder of the files that find the person in the picture: the program (WebAssembly) and the model. Browsers keep
 * them for a year, so the name has the versions; the build refuses others.
 */
export const visionVersions = { tasks: '0.10.14', model: '0.5.0' };
export const visionFolder = `/assets/vision-${visionVersions.tasks}-${visionVersions.model}`;
