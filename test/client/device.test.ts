import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceWords } from '../../src/client/sign-in/device-name.ts';

test('a device is named after its browser and system, even if the user agent names similar ones', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  assert.equal(deviceWords(chrome), 'Chrome on Windows');
  assert.equal(deviceWords(`${chrome} Edg/140.0.0.0`), 'Edge on Windows');
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  assert.equal(deviceWords(`${mac} Version/18.0 Safari/605.1.15`), 'Safari on Mac');
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  assert.equal(deviceWords(`${phone} CriOS/140.0 Mobile/15E148 Safari/604.1`), 'Chrome on iPhone');
  assert.equal(
    deviceWords('Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'),
    'Firefox on Android',
  );
  assert.equal(
    deviceWords('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'Firefox on Linux',
  );
  assert.equal(deviceWords('curl/8.5.0'), null);
  assert.equal(deviceWords(''), null);
});
