// Plain JavaScript for any Node: the pinned Node is missing when npm's install scripts were switched off.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `hearback needs Node 22.18 or later and found ${process.version}.\n` +
      'npm installs a suitable one with the dev dependency "node"; its install script seems to have been skipped.\n' +
      'Run: npm ci --ignore-scripts=false',
  );
  process.exit(2);
}
