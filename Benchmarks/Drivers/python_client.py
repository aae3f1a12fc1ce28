"""Publishes one message after the other with PubNub's own Python client. Usage: publish-1 PORT AMOUNT"""
import statistics
import sys
import time

from pubnub.pnconfiguration import PNConfiguration
from pubnub.pubnub import PubNub

TEXT = "The quick brown fox jumps over the lazy dog, and then it does so again, as one hundred bytes need."


def main():
    if len(sys.argv) != 4 or sys.argv[1] != "publish-1":
        sys.exit(__doc__)
    amount = int(sys.argv[3])
    configuration = PNConfiguration()
    configuration.origin, configuration.ssl = f"127.0.0.1:{sys.argv[2]}", False
    configuration.publish_key = configuration.subscribe_key = "demo"
    configuration.user_id = "publisher"
    client = PubNub(configuration)
    times, cpu = [], 0.0
    for number in range(-(amount // 10), amount):  # the first tenth is not measured
        if number == 0:
            cpu = time.process_time()
        start = time.perf_counter()
        client.publish().channel("bench0").message(TEXT).sync()
        if number >= 0:
            times.append(time.perf_counter() - start)
    print("median-us", statistics.median_high(times) * 1e6)
    print("cpu-us", (time.process_time() - cpu) / amount * 1e6)


main()
