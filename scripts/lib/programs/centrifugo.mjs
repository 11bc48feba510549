import { ensureGoTool } from './go-tool.mjs';

const module = 'github.com/centrifugal/centrifugo/v5';

/** The path of a Centrifugo for the tests; LECTERN_TEST_CENTRIFUGO overrides it. */
export const ensureCentrifugo = () =>
  ensureGoTool({
    name: 'centrifugo',
    what: 'Centrifugo 5',
    titleOf: (version) => `Centrifugo ${version}`,
    setting: 'LECTERN_TEST_CENTRIFUGO',
    module,
    versionVariable: `${module}/internal/build.Version`,
    versionArgument: 'version',
    // Any 5.x has the API that we use; another major version has another configuration.
    isRight: (line) => /^Centrifugo v5\./.test(line),
  });
