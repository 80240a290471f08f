FROM rust:1.95.0-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++=4:12.2.0-3 python3=3.11.2-1+b1 \
    && rm -rf /var/lib/apt/lists/* \
    && ln -s "$(rustc --print sysroot)" /opt/rust \
    && find / -xdev \( -type d -o -type f \) -perm -0002 ! -perm -1000 -exec chmod o-w {} +
WORKDIR /app
