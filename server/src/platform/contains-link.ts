const commonEndings =
  'com|net|org|info|biz|io|me|co|app|dev|site|online|xyz|tv|ru|su|рф|by|kz|ua|eu|de|uk|fr|us';
const link = new RegExp(
  String.raw`[a-z][a-z0-9+.-]*://|(?:^|[^\p{L}\p{N}])(?:www\.[\p{L}\p{N}-]|[\p{L}\p{N}][\p{L}\p{N}-]*\.(?:${commonEndings})(?![\p{L}\p{N}]))`,
  'iu',
);

/** Whether the text contains something that people would follow as a link. */
export const containsLink = (text: string): boolean => link.test(text);
