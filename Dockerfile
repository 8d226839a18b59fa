# printkit without an installation:
#
#     docker build -t printkit .
#     docker run --rm -v "$PWD:/work" printkit build wolle -p 4
#     docker run --rm -it -v "$PWD:/work" -p 8321:8321 printkit studio --lan --port 8321 --no-open
#
# Files are written into the folder that is mounted as /work.
FROM python:3.12-slim

WORKDIR /src
COPY requirements/studio.lock requirements/studio.lock
RUN pip install --no-cache-dir --require-hashes -r requirements/studio.lock
COPY . .
RUN pip install --no-cache-dir --no-deps --no-build-isolation . && rm -rf /src

RUN useradd --create-home host && mkdir /work && chown host /work
USER host
WORKDIR /work
ENTRYPOINT ["printkit"]
CMD ["--help"]
