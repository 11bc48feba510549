import { ensureGoTool } from './go-tool.mjs';

const module = 'github.com/versity/versitygw';

/** The path of an S3 server for the tests; LECTERN_TEST_VERSITYGW overrides it. */
export const ensureVersitygw = () =>
  ensureGoTool({
    name: 'versitygw',
    what: 'S3 server (versitygw 1)',
    titleOf: (version) => `an S3 server (versitygw ${version})`,
    setting: 'LECTERN_TEST_VERSITYGW',
    module,
    package: `${module}/cmd/versitygw`,
    versionVariable: 'main.Version',
    versionArgument: '--version',
    // Any 1.x has the options that we use.
    isRight: (line) => /^Version\s*: v?1\./.test(line),
  });
